// The first page of a site of many atlases: finds heads of all models by words. The rest of the page stands there without a script.
import "./gallery.css";
import { html } from "./dom";

/** What the page knows of a model: each head's folder, name, label and sentence. */
export interface Model {
  folder: string;
  model: string;
  heads: [folder: string, name: string, label: string, summary: string][];
}

export interface Hit {
  address: string;
  model: string;
  head: string;
  label: string;
  summary: string;
}

const MOST = 60; // hits that are shown

/** The heads whose model, name, label and sentence have all the words, case aside. Those whose name or label is a word come first, then
 * those whose sentence has a word early: what a head is known for comes first there. A word like "7-4" is a head, no part of another. */
export function search(models: Model[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/u).filter((word) => word !== "");
  if (words.length === 0) return [];
  const found: [number, Hit][] = [];
  for (const { folder, model, heads } of models) {
    for (const [at, head, label, summary] of heads) {
      const text = `${model} ${folder} ${label} ${summary}`.toLowerCase();
      const names = [head.toLowerCase(), head.toLowerCase().replace(/^.*\//u, "")];
      const is = (word: string) => names.includes(word) || label.toLowerCase() === word;
      if (!words.every((word) => is(word) || (!/^\d+-\d+$/u.test(word) && text.includes(word)))) continue;
      const places = words.map((word) => summary.toLowerCase().indexOf(word)).filter((place) => place >= 0);
      found.push([words.some(is) ? -1 : Math.min(summary.length, ...places), { address: `${folder}/${at}/`, model, head, label, summary }]);
    }
  }
  return found.sort(([one], [other]) => one - other).map(([, hit]) => hit);
}

function line({ address, model, head, label, summary }: Hit): HTMLElement {
  const kind = label === "" ? [] : [html("span", { class: "label" }, label)];
  return html("li", {}, html("a", { href: address }, html("b", {}, head), " ", html("span", { class: "quiet" }, model)), ...kind, html("p", {}, summary));
}

/** Wires the search; what is searched for is part of the address. */
export function mount(models: Model[]): void {
  const box = document.getElementById("search") as HTMLElement;
  const field = document.getElementById("query") as HTMLInputElement;
  const count = document.getElementById("count") as HTMLElement;
  const list = document.getElementById("found") as HTMLElement;
  const show = () => {
    const hits = search(models, field.value);
    const total = models.reduce((sum, { heads }) => sum + heads.length, 0);
    list.replaceChildren(...hits.slice(0, MOST).map(line));
    const few = hits.length > MOST ? `, the first ${MOST} are shown` : "";
    const none = "No head has all these words. Try one of them, a relation (direct object), a behaviour (next token), or a model and a head (gpt 7-4).";
    count.textContent = field.value.trim() === "" ? "" : hits.length === 0 ? none : `${hits.length} of ${total} heads${few}`;
  };
  field.addEventListener("input", () => {
    show();
    history.replaceState(null, "", field.value.trim() === "" ? location.pathname : `#find=${encodeURIComponent(field.value)}`);
  });
  const follow = () => {
    const asked = /^#find=(.*)$/su.exec(location.hash)?.[1];
    if (asked === undefined) return;
    try {
      field.value = decodeURIComponent(asked);
    } catch {
      field.value = asked; // a stray "%" that somebody typed
    }
    show();
  };
  window.addEventListener("hashchange", follow);
  box.hidden = false;
  follow();
}

const data = document.getElementById("heads");
if (data !== null) mount(JSON.parse(data.textContent ?? "[]") as Model[]);
