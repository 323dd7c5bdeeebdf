"""The page of `headscope serve`: a text box, a menu of models, and below them the view. Its script asks `/attend` and mounts the answer.

An answer is four bytes that say how long `meta` is, `meta` as JSON, and the compressed data.
"""

from headscope.views.inflate import INFLATE

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>headscope</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/views.css">
<link rel="stylesheet" href="/serve.css">
<script type="module" src="/serve.js"></script>
</head>
<body>
<form id="ask">
<label class="wide">Text
<textarea id="text" rows="2" maxlength="20000" spellcheck="false">The old king watered his tomatoes before breakfast.</textarea></label>
<label class="wide">Second text, if any
<textarea id="second" rows="1" maxlength="20000" spellcheck="false"></textarea></label>
<label>Model <select id="model"></select></label>
<button type="submit">Show</button>
<output id="status" role="status"></output>
</form>
<main id="headscope-view"></main>
<noscript><p>This page is drawn by its script. Please allow JavaScript for it; it loads nothing from elsewhere.</p></noscript>
</body>
</html>
"""

STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 1200px; padding: 12px 16px; font: 15px/1.45 system-ui, sans-serif;
  background: light-dark(#fff, #111316); color: light-dark(#16181c, #e9eaec); }
#ask { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: end; margin-bottom: 16px; }
#ask label { display: block; color: light-dark(#5f6670, #a0a6ae); }
#ask .wide { flex: 1 1 320px; }
#ask textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; resize: vertical; }
#ask textarea, #ask select, #ask button { color: light-dark(#16181c, #e9eaec); background: light-dark(#fff, #191b1f);
  border: 1px solid light-dark(#767d87, #838a94); border-radius: 2px; padding: 4px 8px; font: inherit; }
#ask :focus-visible { outline: 2px solid light-dark(#0072b2, #56b4e9); outline-offset: 1px; }
#ask output { flex-basis: 100%; min-height: 1.45em; }
#ask output.error { color: light-dark(#b00020, #ff8a80); }
"""

SCRIPT = """import { mount } from "/views.js";
INFLATE
const find = (id) => document.getElementById(id);
const [form, text, second, model, status] = ["ask", "text", "second", "model", "status"].map(find);
let [shown, running, again, timer] = [null, false, false, 0];

function say(words, wrong = false) {
  status.textContent = words;
  status.classList.toggle("error", wrong);
}

async function read(response) {
  if (!response.ok) {
    const said = await response.json().catch(() => ({ error: `The server answered ${response.status}.` }));
    throw new Error(said.error);
  }
  return response;
}

async function ask() {
  const body = JSON.stringify({ model: model.value, text: text.value, second: second.value.trim() ? second.value : null });
  const response = await read(await fetch("/attend", { method: "POST", headers: { "content-type": "application/json" }, body }));
  const buffer = await response.arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const meta = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const data = await inflate(new Uint8Array(buffer, 4 + length));
  shown?.destroy();
  find("headscope-view").replaceChildren();
  shown = mount(find("headscope-view"), meta, data, { hash: true });
  const { queries } = meta.stacks[0];
  say(`${queries.texts.length} tokens`);
}

// One request at a time; what was typed meanwhile is asked for when the answer is here.
async function show() {
  clearTimeout(timer);
  if (running) {
    again = true;
    return;
  }
  running = true;
  say("…");
  try {
    await ask();
  } catch (error) {
    say(error instanceof TypeError ? "The server can't be reached. Is it still running?" : error.message, true);
  }
  running = false;
  if (again) {
    again = false;
    await show();
  }
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(show, 500);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
text.addEventListener("input", later);
second.addEventListener("input", later);
model.addEventListener("change", show);
for (const area of [text, second]) {
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) show();
  });
}

try {
  const { models } = await (await read(await fetch("/models"))).json();
  for (const name of models) {
    const option = document.createElement("option");
    option.textContent = option.value = name;
    model.append(option);
  }
  await show();
} catch (error) {
  say(error.message, true);
}
""".replace("INFLATE", INFLATE)
