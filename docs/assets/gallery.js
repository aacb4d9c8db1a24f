// Show the games of one form, or with one verdict. Without this script all are shown.
const choices = document.querySelectorAll("#filter select");
function choose() {
  const [form, verdict] = [...choices].map((choice) => choice.value);
  for (const game of document.querySelectorAll(".game"))
    game.hidden = !((!form || game.dataset.form === form) && (!verdict || game.dataset.verdict === verdict));
}
for (const choice of choices) choice.addEventListener("change", choose);
if (choices.length) document.getElementById("filter").hidden = false;
