import { firstCharacters, textLength } from "../../core/rules/text-length.ts";

/** How many characters a field may have, by its `maxlength` in the page. */
const limits = new WeakMap<Element, number>();

/**
 * Browsers count `maxlength` in UTF-16 units, an emoji as two. After this they count characters, as the rules do: before
 * each input, the field gets the length that its text may then have.
 */
export function countCharacters(): void {
  document.addEventListener("beforeinput", ({ target: field, data, dataTransfer }) => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const { value, selectionStart, selectionEnd } = field;
    const most = limits.get(field) ?? field.maxLength;
    // The fields of addresses have no selection.
    if (most < 0 || selectionStart === null || selectionEnd === null) return;
    limits.set(field, most);
    const kept = value.slice(0, selectionStart) + value.slice(selectionEnd);
    const room = Math.max(0, most - textLength(kept));
    const added = data ?? dataTransfer?.getData("text/plain");
    field.maxLength = kept.length + (added === undefined ? room : firstCharacters(added, room).length);
  });
}
