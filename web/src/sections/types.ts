// What Python says in a section: report/sections/parts.py is the other side. Draws nothing.
export interface Section {
  id: string;
  name: string;
  /** The finding, in a sentence; may be empty. */
  title: string;
  read: string;
  formulas: [string, string][];
  caveat: string;
  /** Measures whose scores are drawn head by head. */
  measures: string[];
  charts: Chart[];
  tables: TableData[];
  /** Charts below the tables. */
  after: Chart[];
  /** Published means by layer, under "measure.key". */
  references: Record<string, (number | null)[]>;
  notes: string[];
  /** Whether it is the same whichever weights the page is about. */
  every_kind?: boolean;
}

export type Chart = DotsData | DrawingData | MapData;

export interface DotsData {
  kind: "dots";
  title: string;
  caption: string;
  unit: string;
  legend: { value: string; rival: string; published: string };
  groups: { name: string; lines: DotLine[] }[];
}

export interface DotLine {
  label: string;
  value: number;
  low: number | null;
  high: number | null;
  /** What it is compared with: a rule's number, or the same under other conditions. */
  rival: number | null;
  published: number | null;
  head: string;
  stack: string;
  sure: boolean;
  text: string;
}

/** An element of a drawing: its name, its attributes, and texts or further elements. */
export type DrawingNode = [string, Record<string, string>, ...(string | DrawingNode | Strokes)[]];
/** Strokes of one class: its name, then a path, its opacity and its width for each. */
export type Strokes = ["strokes", ...string[]];

export interface DrawingData {
  kind: "drawing";
  name: string;
  title: string;
  caption: string;
  width: number;
  height: number;
  nodes: (DrawingNode | Strokes)[];
  /** Whether it takes the room of two. */
  wide: boolean;
  /** The measure under whose charts it stands; empty: not under one. */
  measure: string;
}

export interface MapData {
  kind: "map";
  title: string;
  caption: string;
  stack: string;
  /** Nats that the bar stands for. */
  bar: number;
  points: { layer: number; head: number; x: number; y: number }[];
}

export type Cell = string | number | null;

export interface Column {
  name: string;
  title: string;
  kind: "text" | "number" | "head";
  /** Whether a reader sees it; the CSV has all. */
  shown: boolean;
  published: boolean;
}

export interface TableData {
  id: string;
  title: string;
  columns: Column[];
  /** The numbers with all their digits, in the order of the columns. */
  rows: Cell[][];
  /** What a reader sees of them; null where the column is not shown. */
  texts: (string | null)[][];
  /** Places of rows that are strong, faint, or at the foot. */
  strong: number[];
  faint: number[];
  foot: number[];
  notes: string[];
}
