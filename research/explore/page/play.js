"use strict";
// A game against the perfect player, by the tables of page.js.

let match = null;  // { state, turn: "you" or "perfect", seen, lines }

/** The options that keep the best result there is: to win, or else to draw. */
function best(state) {
  const wanted = { N: "P", D: "D", P: "N" }[data.results[state]];
  return data.options[state].filter((option) => data.results[option] === wanted);
}

/** Where it wins it hurries, where it loses it delays; of equal options it takes the first. */
function reply(state) {
  const result = data.results[state], options = best(state);
  if (result === "D") return options[0];
  const hurry = result === "N" ? 1 : -1;
  return options.reduce((a, b) => hurry * data.remoteness[b] < hurry * data.remoteness[a] ? b : a);
}

function ended({ state, turn, seen }) {
  if ((seen.get(state + turn) || 0) >= REPETITIONS - 1) {
    return "The position has come three times and neither has forced an end: a draw.";
  }
  if (data.options[state].length) return "";
  const cannot = turn === "you" ? "You cannot move" : "The perfect player cannot move";
  if (data.results[state] === "D") return `${cannot}: a draw.`;
  const yours = (data.results[state] === "N") === (turn === "you");
  return `${cannot}: ${yours ? "you have won." : "the perfect player has won."}`;
}

function verdict(state, chosen) {
  const before = data.results[state], after = data.results[chosen], good = listed(best(state));
  if (before === "N" && after === "P") return "A winning move.";
  if (before === "N") {
    const only = after === "D" ? "That only draws" : "A mistake: the perfect player can win now";
    return `${only}. Winning would have been ${good}.`;
  }
  if (before === "D" && after === "D") return "That keeps the draw; no move wins.";
  if (before === "D") return `A mistake: it was a draw, by ${good}; now the perfect player can win.`;
  return "No move wins here.";
}

function step(option) {
  const key = match.state + match.turn;
  match.seen.set(key, (match.seen.get(key) || 0) + 1);
  match.state = option;
  match.turn = match.turn === "you" ? "perfect" : "you";
}

function playFrom(position) {
  const first = $("first").value, side = Number($("side").value || 0);
  const begins = PARTIZAN && first === "perfect" ? 1 - side : side;
  match = { state: data.turns[begins][position], turn: first, seen: new Map(), lines: [], from: position };
  answer();
}

function choose(option) {
  match.lines.push(`You: ${label(match.state)} → ${label(option)}. ${verdict(match.state, option)}`);
  step(option);
  answer();
}

/** Let the perfect player move if it is its turn, and show how the game stands. */
function answer() {
  if (match.turn === "perfect" && !ended(match)) {
    const option = reply(match.state);
    match.lines.push(`The perfect player: ${label(match.state)} → ${label(option)}.`);
    step(option);
  }
  showMatch();
  markHere();
}

function showMatch() {
  $("state").textContent = label(match.state);
  showBoard();
  $("moves").replaceChildren(...match.lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
  $("moves").scrollTop = $("moves").scrollHeight;
  $("hint").disabled = Boolean(ended(match));
}

/** Show the moves that win, or else keep the draw, as buttons. */
function hint() {
  const words = { P: "No move wins here.", N: "Winning:", D: "Keeping the draw:" };
  const result = data.results[match.state];
  ask(words[result], result === "P" ? [] : best(match.state));
}

/** The squarest board, and of these the longest game that the reader can win, else the longest. */
function firstPosition() {
  const states = data.turns[0].filter((state) => data.options[state].length);
  const good = states.filter((state) => data.results[state] === "N");
  const among = good.length ? good : states;
  const better = (a, b) => side(place[b]) - side(place[a]) || data.remoteness[b] - data.remoteness[a];
  return among.length ? place[among.reduce((a, b) => better(a, b) > 0 ? b : a)] : 0;
}

/** The shorter side of a position's drawing; of heaps 0. */
function side(position) {
  const rows = data.piles ? [[]] : signs(position, position);
  return Math.min(rows.length, rows[0].length);
}
