// Colours for what is drawn rather than styled. The same as the style sheet's, for each theme.
import type { Theme } from "../colour";

export interface Palette {
  background: string;
  ink: string;
  quiet: string;
  line: string;
  faint: string;
  accent: string;
  hues: readonly string[]; // ten even hues of one lightness, neighbours far apart
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
    hues: ["#2b7ad6", "#c34971", "#7e8005", "#0588a4", "#aa52ab", "#a46e01", "#088e80", "#7d64d0", "#c65026", "#1e923b"],
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
    hues: ["#7ab4fe", "#f989a8", "#b5b942", "#0dc5eb", "#e090df", "#e4a339", "#0dccb9", "#b2a1fe", "#fb906c", "#6fc97b"],
    negative: "#f2935c",
    positive: "#7ab4fe",
  },
};

const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [9, 3, 2, 3]];

/** A head's colour and dash pattern: after ten heads the hues come again, dashed. */
export function look(palette: Palette, head: number): { colour: string; dash: readonly number[] } {
  const turn = Math.floor(head / palette.hues.length) % DASHES.length;
  return { colour: palette.hues[head % palette.hues.length]!, dash: DASHES[turn]! };
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
