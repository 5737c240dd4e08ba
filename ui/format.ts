import { sum } from "../core/basics/numbers.ts";
import { DATE_DISPLAY } from "../core/rules/limits.ts";
import { TASK_TYPES } from "../core/rules/tasks/task-types.ts";
import { pageData } from "./page-data.ts";

/** '1 file', '2 files'. */
export { count as counted } from "../core/basics/texts.ts";

const characters = new Intl.Segmenter("en");

/** `text` in at most `length` characters as people count them; longer text ends with an ellipsis. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const letters = [...characters.segment(text)].map(({ segment }) => segment);
  return letters.length <= length ? text : `${letters.slice(0, length).join("").trimEnd()}…`;
}

/** A time as the product shows it, by default in the installation's time zone: 'Nov 21, 11:59 PM'. */
export function formatDate(time: string | number | Date, timeZone: string = pageData().site.timezone): string {
  const format = new Intl.DateTimeFormat("en-US", { ...DATE_DISPLAY.format, timeZone });
  // Some browsers put a narrow space before PM: the server's HTML must say the same in all of them.
  return format.format(new Date(time)).replaceAll("\u202f", " ");
}

/** The label of a task type: 'Laboratory Task' for 'lab'. */
export function taskTypeLabel(value: string): string {
  return TASK_TYPES.find((type) => type.value === value)?.label ?? value;
}

/** A class group as lists and selectors name it: 'CPE 101 | 2'. */
export function classGroupLabel(group: { readonly class_code: string; readonly class_group: number }): string {
  return `${group.class_code} | ${group.class_group}`;
}

export function isOverdue(dueDate: string): boolean {
  return Date.parse(dueDate) < Date.now();
}

/** The texts of the counts that are not 0. */
export function ofSome(counts: readonly (readonly [count: number, text: string])[]): string[] {
  return counts.filter(([count]) => count !== 0).map(([, text]) => text);
}

/** A mean or median with at most one digit behind the point. */
export function pointsNumber(points: number): string {
  return points.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** A longer list gets a search. */
export const SEEN_AT_ONCE = 20;

/** A text in the form that a search compares: lower case without accents. */
export function searchable(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a text has every word of a search, in any order: people look for "Ana Cruz" in lists of "Cruz, Ana". */
export function isFound(text: string, search: string): boolean {
  const within = searchable(text);
  return searchable(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** A number of bytes for people: '812 B', '34 KB', '2.4 MB'. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The address of the part of a page's picture that has the circuit. */
export function ofDrawing(address: string): string {
  return `${address}${address.includes("?") ? "&" : "?"}part=drawing`;
}

/** The address of a page's picture in a smaller size; it may already have the parameter for a hidden header. */
export function ofWidth(address: string, width: number): string {
  return `${address}${address.includes("?") ? "&" : "?"}width=${width}`;
}

export function itemTotal({ keys }: { readonly keys: readonly { readonly grade: string }[] }): number {
  return sum(keys.map(({ grade }) => Number(grade)));
}
