/**
 * A picture at its own size and at repeated halves: drawing a small copy is fast, and smoother than shrinking in one
 * step.
 */
export interface PictureLevels {
  readonly width: number;
  readonly height: number;
  /** The full picture first, each next one half as wide and high. */
  readonly levels: readonly PictureLevel[];
}

interface PictureLevel {
  readonly image: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** A picture no longer than this gets no smaller copy. */
const SMALL = 700;

/** The copies of a decoded picture; they take about a third more memory than the picture alone. */
export function makePictureLevels(image: ImageBitmap | HTMLImageElement): PictureLevels {
  let { width, height } = image;
  const levels: PictureLevel[] = [{ image, width, height }];
  while (Math.max(width, height) > SMALL) {
    width = Math.max(1, Math.round(width / 2));
    height = Math.max(1, Math.round(height / 2));
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (!context) break;
    context.imageSmoothingQuality = "high";
    context.drawImage(levels.at(-1)!.image, 0, 0, width, height);
    levels.push({ image: canvas, width, height });
  }
  return { width: image.width, height: image.height, levels };
}

/**
 * Which copy to draw if a pixel of the picture covers `scale` pixels of the device: the smallest that is not enlarged.
 *
 * @example
 * levelFor(0.3, 4); // 1: the half, shrunk by 0.6
 */
export function levelFor(scale: number, levels: number): number {
  const wanted = Math.floor(Math.log2(1 / Math.max(scale, 1e-6)));
  return Math.min(Math.max(wanted, 0), levels - 1);
}
