import { FILE_EXTENSIONS } from "../../../core/rules/limits.ts";

const SCAN_ENDING = new RegExp(`\\.(${FILE_EXTENSIONS.join("|")})$`, "i");

export const SCAN_TYPES = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(",");

/** The dropped files, including those in folders (only scans there), in natural order. */
export async function droppedFiles(items: DataTransferItemList): Promise<File[]> {
  // The list is emptied as soon as the event is over.
  const entries = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    entries.map(({ entry, file }) => (entry?.isDirectory ? filesOf(entry as FileSystemDirectoryEntry) : file)),
  );
  return inNameOrder(found.flat().filter((file) => file !== null));
}

/** `page 2` before `page 10`: the order in which a scanner numbers. */
export function inNameOrder(files: readonly File[]): File[] {
  const order = new Intl.Collator("en", { numeric: true });
  return [...files].sort((a, b) => order.compare(a.name, b.name));
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  while (true) {
    // A reader returns about a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await filesOf(entry as FileSystemDirectoryEntry)));
      else if (SCAN_ENDING.test(entry.name)) files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
