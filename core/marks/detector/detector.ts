/**
 * The detector's interface: what the rest of `marks` needs from a trained network, whatever runs it.
 *
 * `detect` gives the stride-4 grid of a window, `CHANNELS.total` planes of (width / 4) x (height / 4) values, as
 * `models/training/network.py` lays them out: heat logits 5, class logits 7, box 4, direction 2, mask logits 16.
 */
export interface Detector {
  /** SHA-256 over the model files, hex. */
  readonly model: string;
  detect(ink: Float32Array, size: { width: number; height: number }): Promise<Float32Array>;
  /** `count` crops of 64 x 64 values 0 … 1: 12 logits each, 8 classes ("no gate" last), 4 directions. */
  classifyGates(crops: Float32Array, count: number): Promise<Float32Array>;
  /** `count` crops of 32 x 32 values 0 … 1 as `letter-crop.ts` cuts them: a logit for each of `LETTER_CLASSES`. */
  readLetters(crops: Float32Array, count: number): Promise<Float32Array>;
  /**
   * `count` crops of `SIDE_CROP` values 0 … 1, the input sides of gates that point right: for each a heat map of logits
   * for inversion circles, one value per cell, row by row.
   */
  findCircles(crops: Float32Array, count: number): Promise<Float32Array>;
  /** `count` crops of `BOX_LABEL` values 0 … 1, what is written in boxes: `BOX_LABEL.classes` logits each. */
  readBoxLabels(crops: Float32Array, count: number): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Output pixels of the detector are `STRIDE` model pixels wide. */
export const STRIDE = 4;

/** First plane of each head, and the total number of planes. */
export const CHANNELS = { heat: 0, gateClass: 5, box: 12, direction: 16, mask: 18, total: 34 } as const;

/** Side of a gate crop, in pixels. */
export const CROP_SIDE = 64;

/** Number of logits for a gate crop. */
export const CROP_LOGITS = 12;

/** Size of the crop of a gate's input side, in pixels; `cell` is the side of a heat map's cell. */
export const SIDE_CROP = { rows: 96, columns: 64, cell: 4 } as const;

/**
 * Size of the crop of what is written in a box, in pixels, and its classes: those of gates, a lone 1, and anything else,
 * as in models/training/box_labels.py.
 */
export const BOX_LABEL = { rows: 32, columns: 64, classes: 9 } as const;
