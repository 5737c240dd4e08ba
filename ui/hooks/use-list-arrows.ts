import type { KeyboardEvent, RefObject } from "react";

interface ArrowList {
  /** The keys of what is listed, in its order; the button of each has its key as `data-key`. */
  readonly keys: readonly string[];
  readonly chosen: string | null;
  onChoose(key: string): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** For the buttons of a list: the arrow keys choose the next one or the previous one, and the focus moves with them. */
export function useListArrows(
  list: RefObject<HTMLElement | null>,
  { keys, chosen, onChoose }: ArrowList,
): (event: KeyboardEvent) => void {
  return (event) => {
    const step = STEPS[event.key];
    const next = keys[keys.indexOf(chosen ?? "") + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-key="${next}"]`);
    // It may be folded away.
    if (!button?.checkVisibility()) return;
    event.preventDefault();
    onChoose(next);
    button.focus();
  };
}
