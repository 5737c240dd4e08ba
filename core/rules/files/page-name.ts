import { FILE_EXTENSIONS } from "../limits.ts";

const PAGE_ENDING = new RegExp(`\\.(${FILE_EXTENSIONS.join("|")})$`, "i");
/** A student's answer in a format that cannot be read gets a record with the reason, instead of being ignored. */
const OTHER_ENDING = /\.(avif|bmp|svg|jfif|dng|docx?|odt)$/i;

/**
 * Whether a file in a folder or a ZIP file is somebody's page by its name, also in a format that cannot be read.
 *
 * @example
 * isPageName("photo.HEIC"); // true
 * isPageName("grades.csv"); // false
 */
export function isPageName(name: string): boolean {
  return PAGE_ENDING.test(name) || OTHER_ENDING.test(name);
}

/**
 * Whether a file is a ZIP file by its name.
 *
 * @example
 * isArchiveName("submissions.zip"); // true
 */
export function isArchiveName(name: string): boolean {
  return /\.zip$/i.test(name);
}
