/** The QR codes in a picture, as far as the browser could see. */
export interface CodeSight {
  readonly texts: readonly string[];
  /** There is a code, but none can be read. */
  readonly isBlurred: boolean;
}
