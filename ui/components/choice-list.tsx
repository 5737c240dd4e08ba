import { Flex } from "@radix-ui/themes";
import { type KeyboardEvent, type ReactNode, useRef } from "react";

interface ChoiceListProps<Item> {
  readonly label: string;
  readonly title: ReactNode;
  readonly items: readonly Item[];
  /** Those that are folded away, and what their fold says. */
  readonly folded: readonly Item[];
  readonly foldedTitle: string;
  readonly chosen: string | null;
  keyOf(item: Item): string;
  /** Shows one while moving through the list with the arrow keys. */
  onChoose(key: string): void;
  /** Shows one and moves the focus to it. */
  onOpen(key: string): void;
  /** The words of one: its first line, and what is below it. */
  children(item: Item): { readonly head: ReactNode; readonly more: ReactNode };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A list next to a detail, whose buttons choose what the detail shows; nothing if it is empty. */
export function ChoiceList<Item>(props: ChoiceListProps<Item>) {
  const { label, title, items, folded, foldedTitle, chosen, keyOf, onChoose, onOpen, children } = props;
  const list = useRef<HTMLElement>(null);
  const keys = [...items, ...folded].map(keyOf);
  if (keys.length === 0) return null;

  /** The focus moves with the choice. */
  function move(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    const next = keys[keys.indexOf(chosen ?? "") + (step ?? 0)];
    if (step === undefined || next === undefined) return;
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-key="${next}"]`);
    // It may be folded away.
    if (!button?.checkVisibility()) return;
    event.preventDefault();
    onChoose(next);
    button.focus();
  }

  function button(item: Item): ReactNode {
    const key = keyOf(item);
    const { head, more } = children(item);
    return (
      <li key={key}>
        <button
          type="button"
          className="choice"
          data-key={key}
          aria-current={key === chosen}
          onClick={() => onOpen(key)}
          onKeyDown={move}
        >
          <Flex as="span" align="center" gap="2" wrap="wrap">
            {head}
          </Flex>
          {more}
        </button>
      </li>
    );
  }

  return (
    <nav ref={list} className="panel choices" aria-label={label}>
      <h2>{title}</h2>
      <ul>{items.map(button)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{foldedTitle}</summary>
          <ul>{folded.map(button)}</ul>
        </details>
      )}
    </nav>
  );
}

/** What a list and its detail share. */
export type ChosenIn = Pick<ChoiceListProps<unknown>, "chosen" | "onChoose" | "onOpen">;
