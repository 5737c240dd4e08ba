import { Popover } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { ScreenBox } from "../../../../core/geometry/coordinates.ts";
import { useNarrow } from "../../../hooks/use-narrow.ts";

interface CanvasWindowProps {
  /** What it is about on the canvas, in CSS pixels; the window is next to it. */
  readonly place: ScreenBox;
  readonly label: string;
  readonly width: string;
  onClose(): void;
  /** The focus returns to the drawing. */
  onFocusBack(): void;
  readonly children: ReactNode;
}

export function CanvasWindow({ place, label, width, onClose, onFocusBack, children }: CanvasWindowProps) {
  const narrow = useNarrow();
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor
        className="ce-anchor"
        style={{ left: place.x, top: place.y, width: Math.max(1, place.width), height: Math.max(1, place.height) }}
      />
      <Popover.Content
        width={width}
        size="1"
        minWidth="0px"
        side={narrow ? "bottom" : "right"}
        sideOffset={12}
        aria-label={label}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
        }}
      >
        {children}
      </Popover.Content>
    </Popover.Root>
  );
}
