import type { heif_context, MainModule } from "libheif-js/libheif-wasm/libheif.js";

/**
 * The numbers of those pictures in a HEIC file that are pages, the main one first. Thumbnails, depth maps, masks and hidden
 * pictures are none, nor are other views of a page, which libheif 1.23.2 lists like any picture.
 */
export function heicPages(library: MainModule, context: heif_context): number[] {
  const ids: number[] = library.heif_js_context_get_list_of_top_level_image_IDs(context);
  const main = ids.find((id) => isMain(library, { context, id }));
  const sorted = [...ids].sort((a, b) => Number(b === main) - Number(a === main));
  const groups = VIEWS.flatMap((type) => entityGroups(library, { context, type }));
  const others = groups.flatMap((group) => sorted.filter((id) => group.includes(id)).slice(1));
  return sorted.filter((id) => !others.includes(id));
}

function isMain(library: MainModule, { context, id }: { context: heif_context; id: number }): boolean {
  const handle = library.heif_js_context_get_image_handle(context, id);
  if (handle === null || "code" in handle) return false;
  const found = library.heif_image_handle_is_primary_image(handle) === 1;
  library.heif_image_handle_release(handle);
  return found;
}

/** Groups of which one picture is enough: the same in other codings, and the two of a stereo camera (ISO/IEC 23008-12, 6.8). */
const VIEWS = ["altr", "ster"];

/** The groups of a type: the numbers of their pictures. The library gives C structures, four words each. */
function entityGroups(library: MainModule, { context, type }: { context: heif_context; type: string }): number[][] {
  const { ptr } = (context as unknown as { $$: { ptr: number } }).$$;
  const count = library._malloc(4);
  const groups = library._heif_context_get_entity_groups(ptr, Buffer.from(type).readUInt32BE(), 0, count);
  const words = (at: number, length: number): number[] => [...library.HEAPU32.subarray(at / 4, at / 4 + length)];
  const [length = 0] = words(count, 1);
  const found = Array.from({ length }, (_, index) => {
    const [, , pictures = 0, size = 0] = words(groups + 16 * index, 4);
    return words(pictures, size);
  });
  library._heif_entity_groups_release(groups, length);
  library._free(count);
  return found;
}
