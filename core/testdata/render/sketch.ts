/** Points of one pen stroke. */
export type Stroke = readonly (readonly [number, number])[];

export interface SketchShape {
  readonly label: string;
  readonly box: readonly [number, number, number, number];
  readonly strokes: readonly number[];
}

/** One drawing as pen strokes, in pixels of its tablet or scan, y downwards. */
export interface Sketch {
  readonly id: string;
  readonly set: string;
  readonly drafter: string;
  readonly size: readonly [number, number];
  readonly strokes: readonly Stroke[];
  readonly shapes: readonly SketchShape[];
}

/** What a drawing says, read by eye. */
export interface SketchTruth {
  readonly id: string;
  readonly set: string;
  readonly drafter: string;
  readonly usable: boolean;
  readonly reason?: string;
  readonly inputs: readonly string[];
  readonly labelled?: boolean;
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
  readonly gates?: Readonly<Record<string, number>>;
  readonly orientation?: "lr" | "tb" | "mixed";
  readonly constant?: boolean;
  readonly multi_input?: boolean;
  readonly duplicate_of?: string;
  readonly notes: string;
  /** How the truth was found; "none" is a draft that nobody has looked at. Not there: by eye. */
  readonly verified?: "auto" | "eye" | "none";
}
