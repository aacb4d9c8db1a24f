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
  const end = ended(match), buttons = end ? [] : data.options[match.state];
  $("state").textContent = label(match.state);
  $("status").textContent = end || (PARTIZAN ? `You move as ${PLAYERS[mover[match.state]]}.` : "You move to:");
  $("options").replaceChildren(...buttons.map((option) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label(option);
    button.addEventListener("click", () => choose(option));
    return button;
  }));
  $("moves").replaceChildren(...match.lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
  $("moves").scrollTop = $("moves").scrollHeight;
  $("hint").disabled = Boolean(end);
}

function hint() {
  const good = best(match.state);
  const words = { P: "No move wins here.", N: `Winning: ${listed(good)}.`, D: `Keeping the draw: ${listed(good)}.` };
  $("status").textContent = words[data.results[match.state]];
}

/** The position with the longest game that the reader can win, else the longest there is. */
function firstPosition() {
  const states = data.turns[0].filter((state) => data.options[state].length);
  const good = states.filter((state) => data.results[state] === "N");
  const among = good.length ? good : states;
  const found = among.reduce((a, b) => data.remoteness[b] > data.remoteness[a] ? b : a, among[0]);
  return found === undefined ? 0 : place[found];
}
