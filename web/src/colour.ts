// The two ramps. The sequential one goes from white to deep blue on a light page, from near-black to light yellow on a dark one. The
// diverging one, for differences and what has a sign, has zero in the page’s own colour, blue above, orange below, which colour-blind
// readers tell apart; both sides get as far from the background, so that equal numbers look equal.
// Each is a curve through OKLab walked at constant speed, so that equal steps of a value look like equal steps of colour.

type Lab = readonly [lightness: number, greenRed: number, blueYellow: number];
export type Theme = "light" | "dark";

type Curve = readonly [string, string, string];
/** Start, a bend that gives the middle its hue (a straight line would pass through grey), end. */
const CURVES: Record<Theme, Curve> = {
  light: ["#ffffff", "#52a6f0", "#08285c"],
  dark: ["#191b1f", "#a85d3e", "#fff3a6"],
};
const SIDES: Record<Theme, { below: Curve; above: Curve }> = {
  light: { below: ["#ffffff", "#f2a25c", "#8f3606"], above: ["#ffffff", "#6fb0f0", "#0f4a91"] },
  dark: { below: ["#111316", "#a8561c", "#ffc79c"], above: ["#111316", "#2f6bb0", "#b4d6ff"] },
};
const STEPS = 256;

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function companded(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

/** sRGB "#rrggbb" to OKLab (Ottosson 2020). */
export function toLab(hex: string): Lab {
  const channel = (at: number) => linear(parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red, green, blue] = [channel(1), channel(3), channel(5)];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function toHex([lightness, greenRed, blueYellow]: Lab): string {
  const long = (lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow) ** 3;
  const medium = (lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow) ** 3;
  const short = (lightness - 0.0894841775 * greenRed - 1.291485548 * blueYellow) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const bytes = channels.map((channel) => Math.round(255 * Math.min(1, Math.max(0, companded(channel)))));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function bend([start, middle, end]: readonly [Lab, Lab, Lab], time: number): Lab {
  const rest = 1 - time;
  const along = (axis: 0 | 1 | 2) => rest * rest * start[axis] + 2 * rest * time * middle[axis] + time * time * end[axis];
  return [along(0), along(1), along(2)];
}

/** Distance in OKLab, the measure of "equal steps". */
export function distance(one: Lab, other: Lab): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

/** A curve’s colours at equal steps, from start to end. */
export function walked([start, middle, end]: Curve): string[] {
  const curve = [toLab(start), toLab(middle), toLab(end)] as const;
  const fine = Array.from({ length: 4097 }, (_, index) => bend(curve, index / 4096));
  const travelled = [0];
  for (let index = 1; index < fine.length; index++) {
    travelled.push(travelled[index - 1]! + distance(fine[index - 1]!, fine[index]!));
  }
  const whole = travelled[travelled.length - 1]!;
  let at = 0;
  return Array.from({ length: STEPS }, (_, step) => {
    while (at < fine.length - 1 && travelled[at]! < (whole * step) / (STEPS - 1)) at++;
    return toHex(fine[at]!);
  });
}

const RAMPS: Record<Theme, string[]> = { light: walked(CURVES.light), dark: walked(CURVES.dark) };
const DIVERGING = {
  light: { below: walked(SIDES.light.below), above: walked(SIDES.light.above) },
  dark: { below: walked(SIDES.dark.below), above: walked(SIDES.dark.above) },
};

/** The ramp's colour at a fraction from 0 to 1; what lies outside takes the end's. */
export function ramp(theme: Theme, fraction: number): string {
  const step = Math.round(Math.min(1, Math.max(0, fraction)) * (STEPS - 1));
  return RAMPS[theme][step]!;
}

/**
 * Give an element its place on the ramp in both themes; the style sheet takes the one that applies. So a change of the
 * system setting, and printing, need no redrawing.
 */
export function paint(element: SVGElement | HTMLElement, fraction: number): void {
  element.style.setProperty("--light", ramp("light", fraction));
  element.style.setProperty("--dark", ramp("dark", fraction));
}

/** The colour at a fraction from −1 to 1; what lies outside takes the end’s. */
export function diverging(theme: Theme, fraction: number): string {
  const side = fraction < 0 ? DIVERGING[theme].below : DIVERGING[theme].above;
  return side[Math.round(Math.min(1, Math.abs(fraction)) * (side.length - 1))]!;
}

/** Give an element its place on the ramp in both themes, as `paint` does for the sequential one. */
export function paintDifference(element: SVGElement | HTMLElement, fraction: number): void {
  element.style.setProperty("--light", diverging("light", fraction));
  element.style.setProperty("--dark", diverging("dark", fraction));
}
