// Colours for what is drawn rather than styled. The same as the style sheet's, for each theme.
import type { Theme } from "../colour";

export interface Palette {
  background: string;
  ink: string;
  quiet: string;
  line: string;
  faint: string;
  accent: string;
  hues: readonly string[]; // by turns a dark and a light one, each pair of opposite hues
  negative: string;
  positive: string;
}

export const PALETTES: Record<Theme, Palette> = {
  light: {
    background: "#ffffff",
    ink: "#16181c",
    quiet: "#5f6670",
    line: "#d5d9de",
    faint: "#eceef1",
    accent: "#c2185b",
    hues: ["#0a4ba0", "#d17f26", "#901c2f", "#03a9b6", "#016123", "#d46ea1", "#702c84", "#989d1d", "#734301", "#9584e5"],
    negative: "#b2450e",
    positive: "#1f66b8",
  },
  dark: {
    background: "#111316",
    ink: "#e9eaec",
    quiet: "#a0a6ae",
    line: "#383d44",
    faint: "#24282d",
    accent: "#ff6fae",
    hues: ["#427fd8", "#ffc38f", "#ca545d", "#2eebfc", "#2e9848", "#febad9", "#a55fb9", "#d3da66", "#b66c02", "#d0c9ff"],
    negative: "#f2935c",
    positive: "#7ab4fe",
  },
};

/** Long, dotted, dash and dot: told apart on a stroke of 40 pixels. */
const DASHES: readonly (readonly number[])[] = [[], [9, 4], [2, 4], [12, 3, 2, 3]];

export interface Look {
  colour: string;
  dash: readonly number[];
}

/**
 * A head's colour and dash. Heads 2k and 2k + 1 share a dash and differ in lightness; every pair of eight heads in a row differs in
 * dash or in lightness, so that they are told apart without hues. After 40 heads looks come again.
 */
export function look(palette: Palette, head: number): Look {
  const pair = head >> 1;
  const hue = 2 * (pair % (palette.hues.length / 2)) + (head & 1);
  return { colour: palette.hues[hue]!, dash: DASHES[pair % DASHES.length]! };
}

/** The looks of heads that are shown together. One head alone has nothing to be told apart from: solid, in the strongest colour. */
export function looks(palette: Palette, heads: readonly number[]): Look[] {
  return heads.length === 1 ? [{ colour: palette.hues[0]!, dash: [] }] : heads.map((head) => look(palette, head));
}

const dark = "(prefers-color-scheme: dark)";

/** What the page around us says of itself: JupyterLab and VS Code have a theme of their own, whatever the system's is. */
export function hostTheme(): Theme | null {
  const { dataset, classList } = document.body;
  const said = dataset["jpThemeLight"] ?? dataset["vscodeThemeKind"];
  if (said === "false" || said === "vscode-dark" || said === "vscode-high-contrast") return "dark";
  if (said !== undefined || classList.contains("vscode-light")) return "light";
  return classList.contains("vscode-dark") ? "dark" : null;
}

export function currentTheme(): Theme {
  return hostTheme() ?? (window.matchMedia(dark).matches ? "dark" : "light");
}

/** Calls back when the system's setting changes, or the host's; the returned function stops that. */
export function onTheme(change: () => void): () => void {
  const query = window.matchMedia(dark);
  const host = new MutationObserver(change);
  query.addEventListener("change", change);
  host.observe(document.body, { attributeFilter: ["data-jp-theme-light", "data-vscode-theme-kind", "class"] });
  return () => {
    query.removeEventListener("change", change);
    host.disconnect();
  };
}
