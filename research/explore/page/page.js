// The page of a game: a map of its positions, and the nim sequence. It follows play.js.
// What is drawn is drawn by BokehJS; everything shown comes from the data that the page carries.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const FILL = data.fill, INK_ON = data.ink;  // by outcome
const SCALE = ["#440154", "#414487", "#2A788E", "#22A884", "#7AD151", "#FDE725"]; // viridis
const ZERO = "#D55E00";
const MOST_TEXTS = 400, MOST_LISTED = 5, MOST_ROWS_FIRST = 900, LEAST_LINED = 8, REPETITIONS = 3;
const MARGIN = 60, HIGHEST = 900;  // of the map, in pixels
const PARTIZAN = data.turns.length > 1;
const IN_ROWS = data.axes.length === 1;
const PLAYERS = PARTIZAN ? ["Left", "Right"] : [""];
const own = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// ---- what is true -------------------------------------------------------------------------

/** The positions of the states, and who is to move in each. */
const place = [], mover = [];
data.turns.forEach((states, player) =>
  states.forEach((state, position) => { place[state] = position; mover[state] = player; }));
const winning = (state) => data.options[state].filter((option) => data.results[option] === "P");

const label = (state) => data.labels[place[state]];

function listed(states) {
  const names = states.slice(0, MOST_LISTED).map(label);
  const more = states.length - names.length;
  return names.join("  or  ") + (more > 0 ? `  or ${more} others` : "");
}

function ending(state) {
  const left = data.remoteness[state];
  return left < 0 ? "no end is forced" : `remoteness ${left}`;
}

/** What the page says of a position, line by line. */
function facts(position) {
  const lines = [`${data.outcomes[position]}: ${data.words[data.outcomes[position]]}`];
  for (const [name, values] of Object.entries(data.known)) lines.push(`${name} ${values[position]}`);
  data.turns.forEach((states, player) => {
    const state = states[position], who = PLAYERS[player];
    const good = winning(state);
    const wins = { P: "loses", N: "wins", D: "draw" }[data.results[state]];
    lines.push(PARTIZAN ? `${who} begins and ${wins}, ${ending(state)}` : ending(state));
    if (good.length) lines.push(`${PARTIZAN ? who + "'s w" : "w"}inning: ${listed(good)}`);
  });
  return lines;
}

// ---- colours ------------------------------------------------------------------------------

const grundy = data.known["Grundy value"] || [];
const numbers = grundy.map(Number);
const numeric = grundy.length > 0 && numbers.every(Number.isInteger);
let greatest = 1;  // of the values on the map

function shade(part) {
  const at = part * (SCALE.length - 1), low = Math.min(Math.floor(at), SCALE.length - 2);
  const [from, to] = [SCALE[low], SCALE[low + 1]].map((text) =>
    [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16)));
  return `rgb(${from.map((c, i) => Math.round(c + (to[i] - c) * (at - low))).join(",")})`;
}

function look(position) {
  if ($("colours").value === "outcome") {
    const letter = data.outcomes[position];
    return [FILL[letter], INK_ON[letter] || "#222222", letter];
  }
  return [valued(numbers[position]), numbers[position] < 0.55 * greatest ? "#FFFFFF" : "#222222", grundy[position]];
}

/** A colour of the scale; 0 stands apart from it, for those are the P-positions. */
function valued(value) {
  return value ? shade(greatest > 1 ? (value - 1) / (greatest - 1) : 0) : ZERO;
}

// ---- the map ------------------------------------------------------------------------------

const cells = data.cells;
const last = (cell) => cell[cell.length - 1];
const slides = data.axes.slice(2).map((name, i) => {
  const values = [...new Set(cells.map((cell) => cell[2 + i]))].sort((a, b) => a - b);
  return { values, slider: slider(`slice-${i}`, `${name} is`, 0, values.length - 1, 0, (n) => values[n]) };
});
const reach = IN_ROWS ? (cell) => cell[0] : (cell) => Math.max(cell[0], cell[1]);
const most = cells.reduce((found, cell) => Math.max(found, reach(cell)), 0);
/** The least and the greatest coordinate across and down; rows are made as they are shown. */
const ends = [0, 1].map((i) => IN_ROWS ? [0, 0] : cells.reduce(
  ([from, to], cell) => [Math.min(from, cell[i]), Math.max(to, cell[i])], [0, 0]));
const size = slider("size", IN_ROWS ? data.axes[0] : "coordinates to", 0, most, firstSize(), (n) => n);

/** Rows begin with so many positions as can be told apart, planes with all. */
function firstSize() {
  if (!IN_ROWS) return most;
  let level = most;
  while (level > 1 && cells.filter((cell) => cell[0] <= level).length > MOST_ROWS_FIRST) level -= 1;
  return level;
}

function slider(id, words, from, to, now, shown) {
  const holder = document.createElement("label");
  const input = document.createElement("input");
  const output = document.createElement("output");
  Object.assign(input, { type: "range", id, min: from, max: to, value: now });
  const say = () => { output.textContent = shown(Number(input.value)); };
  holder.append(words + " ", input, " ", output);
  $("sliders").append(holder);
  input.addEventListener("input", () => { say(); drawMap(); });
  say();
  return input;
}

/** The cells that the sliders leave, as [x, y, position], and how many columns and rows. */
function shownCells() {
  const to = Number(size.value);
  const kept = cells.filter((cell) => reach(cell) <= to &&
    slides.every(({ values, slider: input }, i) => cell[2 + i] === values[input.value]));
  if (!IN_ROWS) {
    const [across, down] = ends.map(([, end]) => Math.min(to, end));
    return { found: kept.map((cell) => [cell[0], cell[1], last(cell)]), across, down };
  }
  const columns = Math.max(1, Math.ceil(Math.sqrt(kept.length)));
  const found = kept.map((cell, i) => [i % columns, Math.floor(i / columns), last(cell)]);
  return { found, across: columns - 1, down: Math.max(0, Math.ceil(kept.length / columns) - 1) };
}

let map = null, source = null, squares = null, words = null, texts = null, here = null;

function plot(holder, width, height, ranges, titles) {
  const figure = Bokeh.Plotting.figure({
    width, height, ...ranges, tools: [], toolbar_location: null,
    background_fill_color: own("--ground"), border_fill_color: own("--ground"),
    outline_line_color: null, x_axis_label: titles[0], y_axis_label: titles[1],
  });
  for (const axis of [...figure.below, ...figure.left]) {
    Object.assign(axis, {
      axis_label_text_color: own("--ink"), major_label_text_color: own("--ink"),
      axis_line_color: own("--line"), major_tick_line_color: own("--line"),
      minor_tick_line_color: null, axis_label_text_font_style: "normal",
      axis_label_text_font_size: "13px", major_label_text_font_size: "12px",
    });
    axis.ticker.num_minor_ticks = 0;
    axis.ticker.min_interval = 1;
  }
  for (const grid of figure.center) grid.grid_line_color = null;
  return figure;
}

function tooltip(source, renderer) {
  return new Bokeh.HoverTool({ renderers: [renderer], tooltips: (_, { index }) => {
    const box = document.createElement("div");
    box.className = "tip";
    box.style.cssText = `margin: -5px; padding: 5px; max-width: 260px; background: ${own("--ground")}; color: ${own("--ink")}`;
    const [title, ...lines] = source.data.tip[index]();
    const head = document.createElement("strong");
    head.textContent = title;
    head.style.cssText = "white-space: pre; font-family: monospace";
    box.append(head, ...lines.map((line) => {
      const row = document.createElement("div");
      row.textContent = line;
      return row;
    }));
    return box;
  } });
}

function drawMap() {
  const { found, across, down } = shownCells();
  const wide = Math.min($("map").clientWidth || 320, 640);
  const [left, top] = ends.map(([from]) => from - 0.5);
  const written = found.length <= MOST_TEXTS;
  greatest = found.reduce((value, [, , position]) => Math.max(value, numbers[position] || 0), 1);
  const looks = found.map(([, , position]) => look(position));
  const x = found.map((cell) => cell[0]), y = found.map((cell) => cell[1]);
  const columns = {
    x, y, fill: looks.map((each) => each[0]),
    position: found.map((cell) => cell[2]),
    tip: found.map(([, , position]) => () => [!data.piles && data.drawn[position] || data.labels[position], ...facts(position)]),
  };
  if (map === null) startMap(wide);
  const cell = Math.min((wide - MARGIN) / (across - left + 0.5), (map.height - MARGIN) / (down - top + 0.5));
  const ranges = [[map.x_range, left, across + 0.5], [map.y_range, down + 0.5, top]];
  for (const [range, start, end] of ranges) range.setv({ start, end });
  squares.glyph.line_alpha = cell < LEAST_LINED ? 0 : 1;
  texts.glyph.text_font_size = `${Math.max(8, Math.min(15, Math.floor(cell * 0.5)))}px`;
  source.data = columns;
  words.data = written  // many texts would be slow, and too small to be read
    ? { x, y, ink: looks.map((each) => each[1]), text: looks.map((each) => each[2]) }
    : { x: [], y: [], ink: [], text: [] };
  source.selected.indices = [];
  markHere();
  drawKey();
  $("map").dataset.cells = found.length;
}

function startMap(wide) {
  const titles = IN_ROWS ? ["", ""] : data.axes;
  const ranges = { x_range: new Bokeh.Range1d(), y_range: new Bokeh.Range1d() };
  const [columns, rows] = ends.map(([from, to]) => to - from + 1);  // square cells, if there is room
  const high = Math.max((wide - MARGIN) / 2, Math.min(HIGHEST, (wide - MARGIN) * rows / columns));
  map = plot("map", wide, MARGIN + high, ranges, titles);
  if (IN_ROWS) for (const axis of [...map.below, ...map.left]) axis.visible = false;
  source = new Bokeh.ColumnDataSource({ data: { x: [], y: [], fill: [], position: [], tip: [] } });
  words = new Bokeh.ColumnDataSource({ data: { x: [], y: [], ink: [], text: [] } });
  const line = { line_color: own("--ground"), line_width: 0.5 };
  squares = map.rect({ field: "x" }, { field: "y" }, 1, 1, { source, fill_color: { field: "fill" }, ...line });
  for (const glyph of ["nonselection_glyph", "selection_glyph"]) squares[glyph] = squares.glyph;
  texts = map.text({ field: "x" }, { field: "y" }, { field: "text" }, {
    source: words, text_color: { field: "ink" }, text_align: "center", text_baseline: "middle",
  });
  here = new Bokeh.ColumnDataSource({ data: { x: [], y: [] } });
  map.rect({ field: "x" }, { field: "y" }, 1, 1, {
    source: here, fill_color: null, line_color: own("--mark"), line_width: 3,
  });
  const tap = new Bokeh.TapTool({ renderers: [squares] });
  map.add_tools(tooltip(source, squares), tap);
  source.selected.change.connect(() => {
    const [index] = source.selected.indices;
    if (index === undefined) return;
    source.selected.indices = [];  // so that the same place can be chosen again
    const position = source.data.position[index];
    $("facts").textContent = `${data.labels[position]}: ${facts(position).join("; ")}.`;
    playFrom(position);
  });
  $("map").replaceChildren();
  Bokeh.Plotting.show(map, $("map"));
}

/** Set a frame about the position of the game that is played. */
function markHere() {
  const at = match === null ? -1 : place[match.state];
  const shown = source.data.position.map((position, i) => [position, i]).filter(([p]) => p === at);
  here.data = {
    x: shown.map(([, i]) => source.data.x[i]), y: shown.map(([, i]) => source.data.y[i]),
  };
}

function drawKey() {
  const entries = $("colours").value === "outcome"
    ? Object.entries(data.words).map(([letter, words]) => [FILL[letter], `${letter}: ${words}`])
    : [0, ...[0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(1 + part * (greatest - 1)))]
      .filter((value, i, all) => all.indexOf(value) === i)
      .map((value) => [valued(value), value ? String(value) : ["0", data.words.P].filter(Boolean).join(": ")]);
  $("key").replaceChildren(...entries.map(([colour, words]) => {
    const entry = document.createElement("span"), chip = document.createElement("i");
    chip.style.background = colour;
    entry.append(chip, words);
    return entry;
  }));
}

// ---- the nim sequence ---------------------------------------------------------------------

function drawSequence() {
  if (!data.heaps) return;
  const { values, preperiod, period } = data.heaps;
  const all = values.length - 1, to = Number($("heaps-to").value);
  $("heaps-shown").textContent = to;
  const wide = $("sequence").clientWidth || 320;
  const shown = values.slice(0, to + 1);
  const top = shown.reduce((a, b) => Math.max(a, b), 1);
  const ranges = { x_range: new Bokeh.Range1d({ start: -1, end: to + 1 }), y_range: new Bokeh.Range1d({ start: -0.5, end: top + 0.7 }) };
  const chart = plot("sequence", wide, 240, ranges, ["heap n", "Grundy value G(n)"]);
  if (period) {
    if (preperiod) band(chart, -0.5, preperiod - 0.5, "--before");
    for (let from = preperiod; from <= all; from += 2 * period) band(chart, from - 0.5, from + period - 0.5, "--period");
  }
  const dots = new Bokeh.ColumnDataSource({ data: {
    x: shown.map((_, heap) => heap), y: shown,
    tip: shown.map((value, heap) => () => [`heap ${heap}`, `Grundy value ${value}`]),
  } });
  const drawn = chart.scatter({ field: "x" }, { field: "y" }, {
    source: dots, size: to > 250 ? 4 : 7, fill_color: own("--dot"), line_color: null,
  });
  chart.add_tools(tooltip(dots, drawn));
  $("sequence").replaceChildren();
  Bokeh.Plotting.show(chart, $("sequence"));
}

function band(chart, left, right, colour) {
  chart.add_layout(new Bokeh.BoxAnnotation({ left, right, fill_color: own(colour), fill_alpha: 1, line_color: null, level: "underlay" }));
}

// ---- the page -----------------------------------------------------------------------------

function redraw() {
  map = null;
  drawMap();
  drawSequence();
}

/** Let an element be pressed, by the keyboard too. */
function pressable(box, act) {
  box.tabIndex = 0;
  box.setAttribute("role", "button");
  box.addEventListener("click", act);
  box.addEventListener("keydown", (event) => { if (event.key === "Enter") act(); });
}

function start() {
  if (!numeric) $("colours").parentElement.hidden = true;
  $("side").parentElement.hidden = !PARTIZAN;
  $("colours").addEventListener("change", drawMap);
  for (const id of ["first", "side"]) $(id).addEventListener("change", () => playFrom(match.from));
  $("again").addEventListener("click", () => playFrom(match.from));
  $("hint").addEventListener("click", hint);
  $("go").addEventListener("submit", (event) => {
    event.preventDefault();
    const position = data.labels.indexOf($("wanted").value.trim());
    $("unknown").textContent = position < 0 ? "no such position here" : "";
    if (position >= 0) playFrom(position);
  });
  for (const box of document.querySelectorAll("[id^=position-]")) {
    pressable(box, () => playFrom(Number(box.id.split("-")[1])));
  }
  if (data.heaps) $("heaps-to").addEventListener("input", drawSequence);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; redraw(); } });
  dark.addEventListener("change", redraw);
  playFrom(firstPosition());
  document.body.dataset.ready = "yes";
}

Bokeh.set_log_level("warn");
redraw();
start();
