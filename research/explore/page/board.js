// The position as a board, a strip or heaps; a move is told by the cells that it changes.

const GONE = "#";
const KINDS = { [GONE]: "gone", ".": "empty", l: "left", L: "left", r: "right", R: "right" };
let levels = [];  // the moves by cells

/** The signs of a position, row by row, in a frame as large as another one. */
function signs(position, whole) {
  if (data.piles) return data.drawn[position].map((heap) => Array(heap).fill("o"));
  const [rows, all] = [position, whole].map((each) => (data.drawn[each] || "").split("\n"));
  while (rows.length < all.length) rows.splice(data.fixed ? rows.length : 0, 0, "");
  return rows.map((row) => [...row.padEnd(all[0].length, data.fixed ? GONE : " ")]);
}

/** The moves of a state, each with the cells that it changes; in a heap there may be several ways. */
function movesOf(state) {
  const ways = data.piles ? taken : changed;
  return data.options[state].flatMap((option) =>
    ways(place[state], place[option]).map((cells) => ({ option, cells: new Set(cells) })))
    .filter((move) => move.cells.size);
}

function changed(from, to) {
  const before = signs(from, match.from), after = signs(to, match.from);
  return [before.flatMap((row, r) => row.flatMap((sign, c) =>
    sign === after[r]?.[c] ? [] : [`${r},${c}`]))];
}

/** The counters that are taken: from the ends of heaps, or from within one where heaps break. */
function taken(from, to) {
  const before = data.drawn[from], after = data.drawn[to];
  const rows = without(before, after), left = without(after, before).map((row) => after[row]);
  if (rows.length > 1) {  // the smallest becomes the smallest
    const kept = [...rows.slice(left.length).fill(0), ...left];
    const alike = rows.every((row, i) => kept[i] < before[row]);
    return alike ? [rows.flatMap((row, i) => counters(row, kept[i], before[row]))] : [];
  }
  const size = before[rows[0]], [a, b] = [...left, 0, 0];
  if (left.length > 2 || !(a + b <= size)) return [];
  const ways = data.piles === "break" ? [[a, b], [b, a]] : [[a, b]];
  return before.flatMap((heap, row) =>
    heap === size ? ways.map(([low, high]) => counters(row, low, size - high)) : []);
}

/** The cells of counters; where none is taken, the first one behind the break. */
const counters = (row, from, to) =>
  Array.from({ length: Math.max(1, to - from) }, (_, i) => `${row},${from + i}`);

/** The places of entries that are not among others, each of which stands for one. */
function without(entries, others) {
  const many = (list, entry) => list.filter((each) => each === entry).length;
  return [...entries.keys()].filter((i) =>
    many(entries.slice(0, i + 1), entries[i]) > many(others, entries[i]));
}

/** Of the moves that change a cell those that change nothing less. */
function least(moves, cell) {
  const found = moves.filter((move) => move.cells.has(cell));
  const less = (a, b) => a.cells.size < b.cells.size && [...a.cells].every((c) => b.cells.has(c));
  return found.filter((move) => !found.some((other) => less(other, move)));
}

/** Moves in levels: those that are least at some cell, then of the others those that are, ... */
function inLevels(moves) {
  if (!moves.length) return [];
  const level = new Set(moves.flatMap((move) => [...move.cells]).flatMap((cell) => least(moves, cell)));
  return [[...level], ...inLevels(moves.filter((move) => !level.has(move)))];
}

function showBoard() {
  const options = ended(match) ? [] : data.options[match.state];
  levels = inLevels(options.length ? movesOf(match.state) : []);
  const moves = levels.flat(), reached = new Set(moves.map((move) => move.option));
  const you = PARTIZAN ? `You are ${PLAYERS[mover[match.state]]}. ` : "";
  const press = data.piles ? "Press the first counter that you take." : "Press a cell that your move changes.";
  const what = moves.length ? press : "Choose your move.";
  $("status").textContent = ended(match) || you + what;
  $("board").innerHTML = board(match.state);
  $("state").hidden = $("board").innerHTML !== "" && !data.piles;
  $("choices").replaceChildren();
  $("list").open ||= reached.size < options.length;
  $("list").hidden = !options.length;
  $("options").replaceChildren(...options.map(choice));
  for (const cell of new Set(moves.flatMap((move) => [...move.cells]))) {
    const options = [...new Set(levels.flatMap((level) => least(level, cell)).map((move) => move.option))];
    const box = $("board").querySelector(`[data-cell="${cell}"]`);
    box.title = `to ${listed(options)}`;
    pressable(box, () => options.length > 1 ? ask("Which move?", options) : choose(options[0]));
  }
}

/** Say something, and show options as buttons. */
function ask(words, options) {
  $("status").textContent = words;
  $("choices").replaceChildren(...options.map(choice));
}

/** A button for an option: its drawing; of heaps what is written of it, which is shorter. */
function choice(option) {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label(option));
  button.innerHTML = data.piles ? "" : board(option);
  if (!button.innerHTML) button.textContent = label(option);
  button.addEventListener("click", () => choose(option));
  return button;
}

/** The drawing of a state's position, as large as that from which play began; or nothing. */
function board(state) {
  const cell = (sign, r, c) => {
    const letter = data.piles || ".# ".includes(sign) ? "" : `&#${sign.codePointAt()};`;
    const kind = sign === " " ? "none" : KINDS[sign] || "piece";
    return `<span class="cell ${kind}" data-cell="${r},${c}">${letter}</span>`;
  };
  const rows = signs(place[state], match.from).map((row, r) =>
    `<span class="row">${row.map((sign, c) => cell(sign, r, c)).join("")}</span>`);
  return rows.join("").includes("cell") ? `<span class="board ${data.piles}">${rows.join("")}</span>` : "";
}
