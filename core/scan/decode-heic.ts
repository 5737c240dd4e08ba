import type { MainModule } from "libheif-js/libheif-wasm/libheif.js";
import { toRgb } from "./decode-picture.ts";
import type { DecodedFile, DecodedPage } from "./decoded-file.ts";
import { limitWasmMemory } from "./limit-wasm-memory.ts";
import type { PageImage } from "./page-image.ts";
import { checkPictureSize, damagedPicture } from "./picture-size.ts";
import { wasmFile } from "./wasm-file.ts";

/** How many bytes decoding may take: a picture of the maximum size takes a quarter of it. */
const MOST_MEMORY = 640 * 1024 * 1024;
/** Measured: a picture of 12 megapixels takes 107 MB, one of 24 megapixels 141 MB. */
const COST = { kind: "a HEIC picture", bytesAPixel: 6 };
const CHANNELS = 3;

/** What the module's JavaScript returns for a call that fails. */
interface HeifError {
  readonly code: unknown;
}

/** A decoded picture in the module's memory. */
interface HeifPixels {
  readonly channels: readonly { readonly data: Uint8Array; readonly stride: number }[];
}

/** A picture of a file, not yet decoded. */
interface HeicPicture {
  readonly width: number;
  readonly height: number;
  /** Throws if the data are broken, or take too much memory. */
  decode(): HeifPixels;
}

/** A phone's HEIC picture, upright by its own mark, as a file of one page; its size is checked before it is decoded. */
export async function decodeHeic(
  bytes: Uint8Array,
  { longSide, wholePictureBytes }: { longSide: number; wholePictureBytes: number },
): Promise<DecodedFile> {
  const picture = await openHeic(bytes);
  if (picture === null) return { ok: false, failure: damagedPicture() };
  const failure = checkPictureSize(picture, COST, wholePictureBytes);
  if (failure !== null) return { ok: false, failure };
  return { ok: true, pageCount: 1, pages: decodeOne(picture, longSide) };
}

/** The main picture of a file; null if there is none. */
async function openHeic(bytes: Uint8Array): Promise<HeicPicture | null> {
  const { default: openLibrary } = await import("libheif-js/libheif-wasm/libheif.js");
  // A separate instance for each file: the memory of a WebAssembly module never shrinks, it can only be dropped.
  const wasmBinary = limitWasmMemory(await wasmFile("libheif-js/libheif-wasm/libheif.wasm"), MOST_MEMORY);
  const quiet = () => undefined;
  const library: MainModule = openLibrary({ wasmBinary, print: quiet, printErr: quiet });
  try {
    const context = library.heif_context_alloc();
    const { code } = library.heif_context_read_from_memory(context, bytes);
    if (code !== library.heif_error_code.heif_error_Ok) return null;
    const handle = unlessFailed(library.heif_js_context_get_primary_image_handle(context));
    const rgb = [library.heif_colorspace.heif_colorspace_RGB, library.heif_chroma.heif_chroma_interleaved_RGB] as const;
    return {
      width: library.heif_image_handle_get_width(handle),
      height: library.heif_image_handle_get_height(handle),
      decode: () => unlessFailed(library.heif_js_decode_image2(handle, ...rgb)),
    };
  } catch {
    return null;
  }
}

function unlessFailed<Value extends object>(result: Value | HeifError | null): Value {
  if (result === null || ("code" in result && result.code)) throw new Error("The picture's data are damaged.");
  return result as Value;
}

async function* decodeOne(picture: HeicPicture, longSide: number): AsyncGenerator<DecodedPage, void, void> {
  let image: PageImage | null = null;
  try {
    image = await decode(picture, longSide);
  } catch {
    // Also the module's own memory limit, and defects in it.
  }
  yield image === null ? { ok: false, page: 1, failure: damagedPicture() } : { ok: true, page: 1, image };
}

async function decode(picture: HeicPicture, longSide: number): Promise<PageImage> {
  const { width, height } = picture;
  const [channel] = picture.decode().channels;
  if (channel === undefined) throw new Error("The picture has no pixels.");
  const pixels = withoutPadding(channel, { width, height });
  const { default: sharp } = await import("sharp");
  const picked = sharp(pixels, { raw: { width, height, channels: CHANNELS } });
  const { data, info } = await toRgb(picked, longSide).toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    rgb: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    pictureWidth: width,
    pictureHeight: height,
  };
}

/** The rows without what fills them up to `stride` bytes: moved together in place. */
function withoutPadding(
  { data, stride }: HeifPixels["channels"][number],
  { width, height }: { width: number; height: number },
): Uint8Array {
  const row = width * CHANNELS;
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return data.subarray(0, height * row);
}
