/** One prediction of a drawing, in the form that similarity compares. */
export interface DrawnMark {
  readonly className: string;
  /** The prediction's centre, in mm of a drawing that is scaled to the template's border. */
  readonly x: number;
  readonly y: number;
  /** Percent, 0 … 100. */
  readonly confidence: number;
}

/** A drawing to be compared with others. */
export interface Drawing {
  readonly id: string;
  readonly marks: readonly DrawnMark[];
}
