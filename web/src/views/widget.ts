// A view in a notebook: what anywidget asks of a module, in Jupyter, VS Code, Colab and marimo alike.
import { html } from "../dom";
import { inflate } from "./decode";
import { checked, type Meta, size } from "./meta";
import { excuse, type Mounted, mount } from "./mount";

/** What a notebook keeps of a view: the description, and the bytes as they were packed. */
export interface Kept {
  get(name: "meta"): Meta;
  get(name: "data"): ArrayBufferView<ArrayBuffer>;
  get(name: "mark" | "problem"): string | undefined;
  get(name: "live"): boolean | undefined;
  set?(name: "off", off: string[]): void;
  save_changes?(): void;
  on?(name: string, changed: () => void): void;
  off?(name: string, changed: () => void): void;
}

/** The picture that stands for this view where nothing runs: not needed as long as the view lives. */
function hidePicture(mark: string | undefined, hide: boolean): void {
  if (!mark || !/^[0-9a-f]+$/u.test(mark)) return;
  for (const one of document.querySelectorAll<HTMLElement>(`.headscope-still-${mark}`)) one.style.display = hide ? "none" : "";
}

/** Draws one output cell; what it returns lets go of it. Several views of one notebook know nothing of each other. */
export function render({ model, el }: { model: Kept; el: HTMLElement }): () => void {
  const waiting = html("div", { class: "headscope-view" }, html("p", {}, "Reading the data …"));
  const place = html("div", { class: "headscope-widget" }, waiting);
  el.append(place);
  let gone = false;
  let made: Mounted | null = null;
  const switchOff = (off: string[]) => {
    model.set?.("off", off);
    model.save_changes?.();
  };
  async function show(): Promise<void> {
    const [meta, packed] = [checked(model.get("meta")), model.get("data")];
    const data = await inflate([new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength)], size(meta));
    // The address belongs to the notebook, so what is looked at is not kept in it.
    if (gone) return;
    const state = made?.state();
    made?.destroy();
    made = mount(place, meta, data, { hash: false, ...(state ? { state } : {}), ...(model.get("live") ? { switchOff } : {}) });
    hidePicture(model.get("mark"), true);
  }
  const again = () => void show().catch((error: unknown) => excuse(waiting, error));
  const complain = () => made?.complain(model.get("problem") ?? "");
  model.on?.("change:data", again);
  model.on?.("change:problem", complain);
  again();
  return () => {
    gone = true;
    model.off?.("change:data", again);
    model.off?.("change:problem", complain);
    if (made) hidePicture(model.get("mark"), false);
    made?.destroy();
    place.remove();
  };
}
