import { type ReactNode, useEffect, useRef, useState } from "react";
import { clamp } from "../../../core/basics/numbers.ts";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import { ofDrawing, ofWidth } from "../../format.ts";
import { SmallButton } from "../controls.tsx";
import "./marked-picture.css";

export interface Mark {
  readonly box: PictureBox;
  readonly colour: string;
  readonly dashed?: boolean;
  /** What the mark is called elsewhere. */
  readonly name?: string;
  readonly role?: string;
}

interface MarkedPictureProps {
  /** Where the page's picture is, in any size. */
  readonly address: string;
  readonly alt: string;
  /** Of the picture that the marks refer to. */
  readonly width: number;
  readonly height: number;
  /** The part with the circuit, which is shown first; null without one, undefined until it is known. */
  readonly drawing: PictureBox | null | undefined;
  readonly marks: readonly Mark[];
}

/** Pixels of a picture that fills the middle of the screen, at two pixels a dot. */
export const PICTURE_WIDTH = 1440;

/** The picture of a page's drawing, with the whole page a tap away, and frames around places. */
export function MarkedPicture({ address, alt, width, height, drawing, marks }: MarkedPictureProps) {
  const [isWhole, setWhole] = useState(false);
  const part = isWhole ? null : drawing;
  const shown = part ?? { x: 0, y: 0, width, height };
  const unit = Math.max(shown.width, shown.height, 1) / 1000;
  return (
    <>
      <Zoomable key={String(isWhole)}>
        {/* If no circuit was read, the server sends the whole page. */}
        <img src={ofWidth(part === null ? address : ofDrawing(address), PICTURE_WIDTH)} alt={alt} />
        {marks.length > 0 && (
          <svg viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`} fill="none" aria-hidden="true">
            {marks.map(({ box, colour, dashed, name, role }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two marks may be at one place
              <g key={index}>
                <rect
                  data-role={role}
                  x={box.x - 6 * unit}
                  y={box.y - 6 * unit}
                  width={box.width + 12 * unit}
                  height={box.height + 12 * unit}
                  rx={8 * unit}
                  stroke={colour}
                  strokeWidth={5 * unit}
                  strokeDasharray={dashed ? `${14 * unit} ${8 * unit}` : undefined}
                />
                <text
                  x={box.x - 6 * unit}
                  y={Math.max(shown.y + 26 * unit, box.y - 12 * unit)}
                  fontSize={26 * unit}
                  fill={colour}
                >
                  {name}
                </text>
              </g>
            ))}
          </svg>
        )}
      </Zoomable>
      {drawing && (
        <SmallButton onClick={() => setWhole(!isWhole)}>{isWhole ? "Only the drawing" : "Whole page"}</SmallButton>
      )}
    </>
  );
}

/** What a pinch or Ctrl and the wheel make up to five times as large, about the pointer; the frame keeps its size. */
export function Zoomable({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  // Only a listener that is not passive keeps the browser from zooming its window.
  useEffect(() => {
    const outer = frame.current!;
    const inner = outer.firstElementChild as HTMLElement;
    let zoom = 1;
    function turn(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top, height } = outer.getBoundingClientRect();
      const times = clamp(zoom * 2 ** (-event.deltaY / 300), 1, 5) / zoom;
      const [x, y] = [event.clientX - left, event.clientY - top];
      const place = [(outer.scrollLeft + x) * times - x, (outer.scrollTop + y) * times - y] as const;
      zoom *= times;
      outer.style.height = zoom === 1 ? "" : `${height}px`;
      inner.style.width = `${100 * zoom}%`;
      outer.scrollTo(...place);
    }
    outer.addEventListener("wheel", turn, { passive: false });
    return () => outer.removeEventListener("wheel", turn);
  }, []);
  return (
    <div ref={frame} className="marked-page" title="Zoom with Ctrl and the wheel">
      <div>{children}</div>
    </div>
  );
}
