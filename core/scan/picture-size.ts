import { MOST_PIXELS, UPLOAD } from "../rules/limits.ts";
import type { ScanFailure } from "./decoded-file.ts";

/** What a decoder holds of a picture at once: of most kinds a few lines. */
export interface DecoderCost {
  /** As a user would say: "an interlaced PNG". */
  readonly kind: string;
  /** Bytes for each pixel of a picture that is decoded as a whole; 0 for one that is decoded line by line. */
  readonly bytesAPixel: number;
}

/** Why a picture is not decoded: it has too many pixels, or would take more than `wholePictureBytes`. Else null. */
export function checkPictureSize(
  { width, height }: { readonly width: number; readonly height: number },
  { kind, bytesAPixel }: DecoderCost,
  wholePictureBytes: number,
): ScanFailure | null {
  const size = `The picture has ${width} x ${height} pixels`;
  const megapixels = (width * height) / 1e6;
  if (width * height > MOST_PIXELS) {
    const limit = `at most ${UPLOAD.pictureMegapixels} megapixels are read.`;
    return tooLarge(`${size}; ${limit} Choose a smaller picture size in the camera.`);
  }
  const most = wholePictureBytes / 1e6 / bytesAPixel;
  if (megapixels <= most) return null;
  const limit = `as ${kind} it may have at most ${Math.floor(most)} megapixels`;
  return tooLarge(`${size}; ${limit}. Save it smaller, or as a JPG that is not progressive.`);
}

function tooLarge(message: string): ScanFailure {
  return { code: "picture-too-large", message };
}

/** The failure of a picture whose pixels cannot be decoded. */
export function damagedPicture(): ScanFailure {
  return {
    code: "damaged-picture",
    message: "The picture is damaged or cut off. Take it or save it again.",
  };
}
