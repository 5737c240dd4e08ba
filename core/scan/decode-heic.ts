import type { heif_context, heif_image, heif_image_handle, MainModule } from "libheif-js/libheif-wasm/libheif.js";
import { type PictureOptions, pageIn, tooManyPages } from "./decode-picture.ts";
import type { DecodedFile, DecodedPage, ScanFailure } from "./decoded-file.ts";
import { heicPages } from "./heic-pages.ts";
import { limitWasmMemory } from "./limit-wasm-memory.ts";
import type { PageImage } from "./page-image.ts";
import { checkPictureSize, damagedPicture } from "./picture-size.ts";
import { wasmFile } from "./wasm-file.ts";

/** How many bytes decoding may take: a picture of the maximum size takes a quarter of it. */
const MOST_MEMORY = 640 * 1024 * 1024;
/** Measured: a picture of 12 megapixels takes 107 MB, one of 24 megapixels 141 MB. */
const COST = { kind: "a HEIC picture", bytesAPixel: 6 };

/** What the module's JavaScript returns for a call that fails. */
interface HeifError {
  readonly code: unknown;
}

/** A decoded picture in the module's memory. */
interface HeifPixels {
  readonly image: heif_image;
  readonly channels: readonly { readonly data: Uint8Array; readonly stride: number }[];
}

/** A file in the module's memory. */
interface HeicFile {
  readonly library: MainModule;
  readonly context: heif_context;
  /** The number of each page's picture in the file. */
  readonly pictures: readonly number[];
}

/** The pages of a phone's HEIC file, upright by their own marks; the size of each is checked before it is decoded. */
export async function decodeHeic(bytes: Uint8Array, options: PictureOptions): Promise<DecodedFile> {
  const file = await openHeic(bytes);
  const pageCount = file?.pictures.length ?? 0;
  if (file === null || pageCount === 0) return { ok: false, failure: damagedPicture() };
  if (pageCount > options.maxPages) return { ok: false, failure: tooManyPages("HEIC file", pageCount, options) };
  return { ok: true, pageCount, pages: decodeAll(file, options) };
}

/** Null if the file is damaged. */
async function openHeic(bytes: Uint8Array): Promise<HeicFile | null> {
  const { default: openLibrary } = await import("libheif-js/libheif-wasm/libheif.js");
  // A separate instance for each file: the memory of a WebAssembly module never shrinks, it can only be dropped.
  const wasmBinary = limitWasmMemory(await wasmFile("libheif-js/libheif-wasm/libheif.wasm"), MOST_MEMORY);
  const quiet = () => undefined;
  const library: MainModule = openLibrary({ wasmBinary, print: quiet, printErr: quiet });
  try {
    const context = library.heif_context_alloc();
    const { code } = library.heif_context_read_from_memory(context, bytes);
    if (code !== library.heif_error_code.heif_error_Ok) return null;
    return { library, context, pictures: heicPages(library, context) };
  } catch {
    return null;
  }
}

function unlessFailed<Value extends object>(result: Value | HeifError | null): Value {
  if (result === null || ("code" in result && result.code)) throw new Error("The picture's data are damaged.");
  return result as Value;
}

async function* decodeAll(file: HeicFile, options: PictureOptions): AsyncGenerator<DecodedPage, void, void> {
  for (const [index, picture] of file.pictures.entries()) {
    const page = index + 1;
    if (!options.wanted(page)) continue;
    let decoded: PageImage | ScanFailure = damagedPicture();
    try {
      decoded = await decode(file, picture, options);
    } catch {
      // Also the module's own memory limit, and defects in it.
    }
    yield "code" in decoded ? { ok: false, page, failure: decoded } : { ok: true, page, image: decoded };
  }
}

/** @throws {Error} if the data are broken, or take too much memory. */
async function decode(
  { library, context }: HeicFile,
  picture: number,
  { longSide, wholePictureBytes }: PictureOptions,
): Promise<PageImage | ScanFailure> {
  const handle: heif_image_handle = unlessFailed(library.heif_js_context_get_image_handle(context, picture));
  const width = library.heif_image_handle_get_width(handle);
  const height = library.heif_image_handle_get_height(handle);
  const failure = checkPictureSize({ width, height }, COST, wholePictureBytes);
  if (failure !== null) return failure;
  const channels = library.heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = library.heif_chroma;
  const colours = [library.heif_colorspace.heif_colorspace_RGB, channels === 4 ? rgba : rgb] as const;
  const decoded: HeifPixels = unlessFailed(library.heif_js_decode_image2(handle, ...colours));
  const [plane] = decoded.channels;
  if (plane === undefined) throw new Error("The picture has no pixels.");
  if (isPartLost(library, decoded.image)) throw new Error("The data of a part of the picture are damaged.");
  const pixels = withoutPadding(plane, { row: width * channels, height });
  const { default: sharp } = await import("sharp");
  const page = await pageIn(() => sharp(pixels, { raw: { width, height, channels } }), longSide);
  library.heif_image_release(decoded.image);
  library.heif_image_handle_release(handle);
  return page;
}

/** `heif_error_Decoder_plugin_error`. */
const NOT_DECODED = 7;

/**
 * Whether a part is missing: phones store a picture in tiles, and the library leaves one that is damaged out, with a
 * warning. It gives C structures, three words each, with the code first.
 */
function isPartLost(library: MainModule, image: heif_image): boolean {
  const { ptr } = (image as unknown as { $$: { ptr: number } }).$$;
  const count = library._heif_image_get_decoding_warnings(ptr, 0, 0, 0);
  const warnings = library._malloc(12 * count);
  library._heif_image_get_decoding_warnings(ptr, 0, warnings, count);
  const codes = Array.from({ length: count }, (_, index) => library.HEAPU32[warnings / 4 + 3 * index]);
  library._free(warnings);
  return codes.includes(NOT_DECODED);
}

/** The rows, of `row` bytes, without what fills them up to `stride` bytes: moved together in place. */
function withoutPadding(
  { data, stride }: HeifPixels["channels"][number],
  { row, height }: { row: number; height: number },
): Uint8Array {
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return data.subarray(0, height * row);
}
