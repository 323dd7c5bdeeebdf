// The views of attention, for every host: `mount` for whoever has an element and data, the default export for a notebook;
// and in a page made by Python, where the data lies in the document, the view starts by itself.
import "./views.css";
import { html } from "../dom";
import { fromBase64, inflate } from "./decode";
import { checked, type Meta, size } from "./meta";
import { excuse, mount } from "./mount";
import { render } from "./widget";

export { mount };
export type { Mounted, Options } from "./mount";
export default { render };

const description = document.getElementById("headscope-meta");
const block = document.getElementById("headscope-data");
const main = document.getElementById("headscope-view");
if (description && block && main) {
  const root = html("div", { class: "headscope-view" }, html("p", {}, "Reading the data …"));
  main.replaceChildren(root);
  const text = block.textContent ?? "";
  block.remove(); // tens of megabytes that nobody needs twice
  (async () => {
    const meta = checked(JSON.parse(description.textContent ?? "") as Meta);
    mount(main, meta, await inflate(fromBase64(text), size(meta)), { hash: true });
  })().catch((error: unknown) => excuse(root, error));
}
