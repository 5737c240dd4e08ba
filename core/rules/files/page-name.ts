import { FILE_EXTENSIONS } from "../limits.ts";
import { findAnswerName } from "./file-name.ts";

const PAGE_ENDING = new RegExp(`\\.(${FILE_EXTENSIONS.join("|")})$`, "i");
/**
 * A student's answer in a format that cannot be read gets a record with the reason, instead of being ignored, and so does
 * an archive that may be full of them.
 */
const OTHER_ENDING =
  /\.(avif|bmp|svg|jfif|jpe|pjpe?g|jp2|jxl|dng|hif|docx?|odt|xopp|djvu|p[bgnp]m|psd|xcf|e?ps|7z|rar|tar(\.\w+)?|t[gx]z|tbz2?)$/i;

/** What programs put next to a file, under its name: Word's locks, macOS's and Windows's notes, unfinished downloads. */
const NOT_HANDED_IN = /^(~\$|\._)|:Zone\.Identifier$|\.(json|xml|csv|tmp|part|crdownload)$/i;

/**
 * Whether a file in a folder or a ZIP file is somebody's page by its name, also in a format that cannot be read: of any
 * format if the name follows the convention.
 *
 * @example
 * isPageName("photo.HEIC"); // true
 * isPageName("20230001_quiz[1].rar"); // true
 * isPageName("grades.csv"); // false
 */
export function isPageName(name: string): boolean {
  const own = name.slice(name.lastIndexOf("/") + 1);
  if (NOT_HANDED_IN.test(own)) return false;
  if (PAGE_ENDING.test(own) || OTHER_ENDING.test(own)) return true;
  return /\d/.test(findAnswerName(own, undefined, { otherIds: true })?.studentId ?? "");
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
