// The head view for export: what is on screen, tokens and all, with any pen.
import { restsMark } from "./column";
import { NAMES, PAD } from "./columns";
import { MONOSPACE, type Pen, SANS } from "./draw";
import { between, type Chosen, drawChosen, means, type Scene, strokesOf } from "./lines";
import { look, type Palette } from "./palette";
import type { SideName } from "./state";
import { LINE, shortened, TYPE } from "./tokens";
import type { Picture } from "./view";

const HEADING = 22; // above the columns
const LEGEND = 28; // below the columns, where there are several heads

function legend(pen: Pen, palette: Palette, heads: number[], width: number, y: number): void {
  const step = Math.min(40, (width - 48) / heads.length);
  pen.box(0, y - LEGEND / 2, width, LEGEND, palette.background, 1);
  pen.text(0, y, "heads", { colour: palette.quiet, size: 12, anchor: "start", font: SANS });
  heads.forEach((head, at) => {
    const x = 48 + at * step;
    pen.line(x, y, x + step * 0.4, y, { ...look(palette, head), alpha: 1, width: 3 });
    pen.text(x + step * 0.5, y, String(head + 1), { colour: palette.ink, size: 12, anchor: "start", font: SANS });
  });
}

export function headPicture(title: string, scene: Scene, chosen: Chosen | null, height: number, seen: [number, number]): Picture {
  const { place, rows, keys } = scene;
  const { across } = place;
  const shift = across ? seen[0] : seen[0] - HEADING;
  const width = across ? seen[1] - seen[0] : place.width;
  return {
    title,
    width,
    height: (across ? 0 : HEADING) + height + (scene.heads.length > 1 ? LEGEND : 0),
    draw: (pen, palette) => {
      if (chosen) drawChosen(pen, palette, scene, chosen, shift, seen);
      else
        strokesOf(scene, ...seen)
          .byToken()
          .draw(pen, palette, shift, [0, 0], () => true);
      const mean = chosen && means(chosen.sums);
      const sides: SideName[] = ["left", "right"];
      for (const side of sides) {
        const onLeft = side === "left";
        const [tokens, middles] = onLeft ? [rows, place.queries] : [keys, place.keys];
        const [first, last] = between(middles, ...seen);
        const name = { colour: palette.quiet, size: 12, font: SANS, anchor: onLeft ? "end" : "start" } as const;
        if (!across) {
          pen.box(0, 0, place.width, onLeft ? HEADING - 4 : 0, palette.background, 1);
          pen.text(onLeft ? place.left - PAD : place.right + PAD, 8, NAMES[side], name);
        }
        for (let at = first; at < last; at++) {
          const y = middles[at]! - shift;
          const strong = chosen?.side === side && chosen.units.includes(at);
          const lettering = { colour: tokens.special[at] ? palette.quiet : palette.ink, size: TYPE, font: MONOSPACE, strong };
          const rests = onLeft && scene.rests[at];
          if (across) {
            const x = middles[at]! - shift;
            const [row, out] = onLeft ? [place.left - LINE / 2, -LINE] : [place.right + LINE / 2, LINE];
            pen.text(x, row, shortened(tokens.texts[at]!, place.characters), { ...lettering, anchor: "middle" });
            if (rests || (mean && chosen.side !== side && mean[at]! >= 0.01))
              pen.text(x, row + out, rests ? restsMark(true) : mean![at]!.toFixed(2), { colour: palette.quiet, size: TYPE * 0.92, font: MONOSPACE, anchor: "middle" });
            continue;
          }
          const x = onLeft ? place.left - PAD : place.right + PAD;
          pen.text(x, y, shortened(tokens.texts[at]!, place.characters), { ...lettering, anchor: onLeft ? "end" : "start" });
          if (!rests && (!mean || chosen.side === side || mean[at]! < 0.01)) continue;
          const outside = onLeft ? place.left - place.column - PAD : place.right + place.column + PAD;
          const quiet = { colour: palette.quiet, size: TYPE * 0.92, font: MONOSPACE };
          pen.text(outside, y, rests ? restsMark(false) : mean![at]!.toFixed(2), { ...quiet, anchor: onLeft ? "end" : "start" });
        }
      }
      if (scene.heads.length > 1) legend(pen, palette, scene.heads, width, (across ? 0 : HEADING) + height + LEGEND / 2);
    },
  };
}
