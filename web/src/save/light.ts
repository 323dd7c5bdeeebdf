// The page as it is saved, for as long as a function runs: in the colours that would be printed, and without what only a screen needs.
import type { Theme } from "../colour";

/** What is painted rather than styled has to be painted again. */
const painters = new WeakMap<HTMLCanvasElement, (theme: Theme) => void>();

/** Says how a canvas is painted in either theme, so that it can be saved in the light one. */
export function repaintable(canvas: HTMLCanvasElement, paint: (theme: Theme) => void): void {
  painters.set(canvas, paint);
}

function* darkRules(rules: CSSRuleList): Generator<CSSMediaRule> {
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue;
    if (rule.media.mediaText.includes("prefers-color-scheme: dark")) yield rule;
    else yield* darkRules(rule.cssRules);
  }
}

/** The folds around elements that are closed: what is in them has no size. */
function closed(elements: Element[]): HTMLDetailsElement[] {
  const found = new Set<HTMLDetailsElement>();
  for (const element of elements) {
    for (let box = element.closest<HTMLDetailsElement>("details:not([open])"); box; box = box.parentElement?.closest<HTMLDetailsElement>("details:not([open])") ?? null) found.add(box);
  }
  return [...found];
}

/** Runs a function while the style sheets have no dark theme; nothing is shown in between. */
export function inLight<T>(elements: Element[], run: () => T): T {
  const rules = [...document.styleSheets].flatMap((sheet) => [...darkRules(sheet.cssRules)]).map((rule) => [rule, rule.media.mediaText] as const);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const canvases = dark ? elements.flatMap((one) => [...one.querySelectorAll("canvas")]).flatMap((one) => painters.get(one) ?? []) : [];
  const folds = closed(elements);
  try {
    for (const fold of folds) fold.open = true;
    for (const [rule] of rules) rule.media.mediaText = "not all";
    for (const paint of canvases) paint("light");
    for (const one of elements) one.classList.add("saving");
    return run();
  } finally {
    for (const fold of folds) fold.open = false;
    for (const [rule, text] of rules) rule.media.mediaText = text;
    for (const paint of canvases) paint("dark");
    for (const one of elements) one.classList.remove("saving");
  }
}
