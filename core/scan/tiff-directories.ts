/** What a TIFF says of one of its pictures. */
export interface TiffDirectory {
  /** A smaller copy of another picture, or a mask: not a page of its own (TIFF 6.0, tags 254 and 255). */
  readonly isCopy: boolean;
  /** The number of its compression (tag 259). */
  readonly compression: number;
  /** The number of its kind of colours (tag 262, PhotometricInterpretation); 0 if there is none. */
  readonly colours: number;
}

/** More than a stack's pages, each with a reduced copy. */
const MOST_DIRECTORIES = 5000;
/** More than any program writes of one picture. */
const MOST_ENTRIES = 500;

const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
const COMPRESSION = 259;
const PHOTOMETRIC = 262;
/** Bits of tag 254: a reduced picture, a mask. */
const COPY_BITS = 1 | 4;
/** The same in tag 255. */
const REDUCED = 2;
const SHORT = 3;
const BIG = 43;

/**
 * The directories of a TIFF or BigTIFF, in their order, as far as they can be followed.
 *
 * @example
 * tiffDirectories(bytes).filter(({ isCopy }) => !isCopy).length; // its pages
 */
export function tiffDirectories(bytes: Uint8Array): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<number, TiffDirectory>();
  try {
    const isLittle = bytes[0] === 0x49;
    const isBig = view.getUint16(2, isLittle) === BIG;
    const offset = (at: number): number =>
      isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle);
    let at = offset(isBig ? 8 : 4);
    while (at !== 0 && !found.has(at) && found.size < MOST_DIRECTORIES) {
      const count = isBig ? offset(at) : view.getUint16(at, isLittle);
      if (count > MOST_ENTRIES) break;
      const entries = at + (isBig ? 8 : 2);
      const size = isBig ? 20 : 12;
      const values = new Map<number, number>();
      for (let entry = entries, end = entries + count * size; entry < end; entry += size) {
        const value = entry + (isBig ? 12 : 8);
        const isShort = view.getUint16(entry + 2, isLittle) === SHORT;
        values.set(
          view.getUint16(entry, isLittle),
          isShort ? view.getUint16(value, isLittle) : view.getUint32(value, isLittle),
        );
      }
      const isCopy = ((values.get(NEW_SUBFILE_TYPE) ?? 0) & COPY_BITS) !== 0 || values.get(SUBFILE_TYPE) === REDUCED;
      found.set(at, { isCopy, compression: values.get(COMPRESSION) ?? 1, colours: values.get(PHOTOMETRIC) ?? 0 });
      at = offset(entries + count * size);
    }
  } catch {
    // The file ends before its directories do: the decoder says what is wrong.
  }
  return [...found.values()];
}
