import { useWindowEvent } from "../../hooks/use-window-event.ts";

/** What each key does in the queue; a key that is missing here does nothing. */
export type QueueKeys = Readonly<Record<string, () => void>>;

/** The keys of the digits. */
export function digitKeys(act: (digit: string) => void): QueueKeys {
  return Object.fromEntries(Array.from("0123456789", (digit) => [digit, () => act(digit)]));
}

/** Keys that may be held, to move on; any other would act on page after page that nobody has seen. */
const MOVING = /^(j|k|ArrowDown|ArrowUp)$/i;

/**
 * Runs a key's action, unless somebody types, a dialog or menu is open or a modifier is held. Enter on a link or button
 * is for that link or button. Elements with `data-holds-keys` switch all keys off.
 */
export function useQueueKeys(keys: QueueKeys): void {
  // The keys work on the whole page, wherever the focus is.
  useWindowEvent("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.repeat && !MOVING.test(event.key)) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.closest("input, textarea, select, [role=dialog]")) return;
    if (event.key === "Enter" && target instanceof HTMLElement && target.closest("a, button, summary")) return;
    if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [data-holds-keys]")) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
