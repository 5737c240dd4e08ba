import { Button, Flex, Popover, SegmentedControl, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ScreenBox } from "../../../../core/geometry/coordinates.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";

export interface NameWindowProps {
  /** Where the end is on the canvas, in CSS pixels; the window is next to it. */
  readonly place: ScreenBox;
  readonly guess: "input" | "output";
  onName(kind: "input" | "output", name: string): void;
  onClose(): void;
  /** The focus returns to the drawing. */
  onFocusBack(): void;
}

/** The window at the end of a wire that has no name yet: input or output, and its letter. */
export function NameWindow({ place, guess, onName, onClose, onFocusBack }: NameWindowProps) {
  const narrow = useNarrow();
  const [kind, setKind] = useState(guess);
  const [name, setName] = useState("");
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor
        className="ce-anchor"
        style={{ left: place.x, top: place.y, width: Math.max(1, place.width), height: Math.max(1, place.height) }}
      />
      <Popover.Content
        width="280px"
        size="1"
        minWidth="0px"
        side={narrow ? "bottom" : "right"}
        sideOffset={12}
        aria-label="Name of the end"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
        }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") onName(kind, name.trim());
          }}
        >
          <Flex direction="column" gap="3">
            <SegmentedControl.Root
              size="3"
              value={kind}
              onValueChange={(next) => setKind(next as typeof kind)}
              aria-label="Kind of end"
            >
              <SegmentedControl.Item value="input">Input</SegmentedControl.Item>
              <SegmentedControl.Item value="output">Output</SegmentedControl.Item>
            </SegmentedControl.Root>
            <div>
              <Text as="label" size="2" weight="medium" htmlFor="ce-end-name">
                Name
              </Text>
              <TextField.Root
                id="ce-end-name"
                size="3"
                maxLength={20}
                autoComplete="off"
                autoCapitalize="characters"
                autoFocus
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </div>
            <Flex gap="2" justify="end">
              <Button type="button" size="3" variant="soft" color="gray" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" size="3" disabled={name.trim() === ""}>
                Name it
              </Button>
            </Flex>
          </Flex>
        </form>
      </Popover.Content>
    </Popover.Root>
  );
}
