import { Button, Flex, SegmentedControl, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ScreenBox } from "../../../../core/geometry/coordinates.ts";
import { TEXT_LENGTHS } from "../../../../core/rules/limits.ts";
import { CanvasWindow } from "./canvas-window.tsx";

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
  const [kind, setKind] = useState(guess);
  const [name, setName] = useState("");
  return (
    <CanvasWindow place={place} label="Name of the end" width="280px" onClose={onClose} onFocusBack={onFocusBack}>
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
              maxLength={TEXT_LENGTHS.label}
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
    </CanvasWindow>
  );
}
