import { MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { TextField } from "@radix-ui/themes";
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

interface SearchListProps<Item> {
  readonly input: ComponentProps<typeof TextField.Root>;
  /** Names the list. */
  readonly label: string;
  readonly className: string;
  /** The place that is active before anything is typed. */
  readonly start?: number;
  /** In place of an empty list. */
  readonly none: ReactNode;
  search(text: string): readonly Item[];
  keyOf(item: Item): string;
  show(item: Item): ComponentProps<"div">;
  onChoose(item: Item): void;
}

/** A search whose results are chosen with the arrow keys and Enter, or with a click. */
export function SearchList<Item>(props: SearchListProps<Item>) {
  const { input, label, className, start = 0, none, search, keyOf, show, onChoose } = props;
  const [text, setText] = useState("");
  const [active, setActive] = useState(Math.max(0, start));
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = search(text);
  const at = Math.min(active, found.length - 1);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 }[event.key];
    if (event.key === "Escape") event.currentTarget.blur();
    if (to !== undefined && found.length > 0) {
      const next = (to + found.length) % found.length;
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && found[at]) onChoose(found[at]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextField.Root
        {...input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] && `${id}-${at}`}
      >
        <TextField.Slot>
          <MagnifyingGlassIcon />
        </TextField.Slot>
      </TextField.Root>
      {found.length === 0 && none}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className={className}
        hidden={found.length === 0}
      >
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, as the combobox pattern has it
          <div
            key={keyOf(item)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => onChoose(item)}
            onPointerMove={() => setActive(index)}
            {...show(item)}
          />
        ))}
      </div>
    </>
  );
}
