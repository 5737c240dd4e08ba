import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { type CanvasStage, createStage, type StageContent, type StageEvents } from "../../../evaluator/stage.ts";
import "./picture-canvas.css";

export interface PictureCanvasProps {
  readonly content: StageContent;
  readonly events: StageEvents;
  readonly label: string;
  readonly ref: Ref<CanvasHandle>;
}

export interface CanvasHandle
  extends Pick<CanvasStage, "zoomBy" | "fit" | "fitDrawing" | "pan" | "reveal" | "screenBox"> {
  focus(): void;
  /** Scrolls the page to the canvas: on a phone it may be above. */
  show(): void;
}

export function PictureCanvas({ content, events, label, ref }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<CanvasStage>(null);
  const latest = useRef({ content, events });
  latest.current = { content, events };

  // The stage lives as long as its canvas, and always calls the latest handlers.
  useEffect(() => {
    if (!canvas.current) return;
    const made = createStage(canvas.current, {
      content: latest.current.content,
      events: {
        select: (id) => latest.current.events.select(id),
        addBox: (box) => latest.current.events.addBox(box),
        wire: (way, reach) => latest.current.events.wire(way, reach),
        changeBox: (id, box) => latest.current.events.changeBox(id, box),
        view: (viewport) => latest.current.events.view(viewport),
      },
    });
    stage.current = made;
    return () => {
      stage.current = null;
      made.destroy();
    };
  }, []);

  // React's state is passed to the stage after every render; the stage draws at most once per frame.
  useEffect(() => stage.current?.update(content), [content]);

  useImperativeHandle(ref, () => ({
    zoomBy: (factor) => stage.current?.zoomBy(factor),
    fit: () => stage.current?.fit(),
    fitDrawing: () => stage.current?.fitDrawing(),
    pan: (by) => stage.current?.pan(by),
    reveal: (box) => stage.current?.reveal(box),
    screenBox: (box) => stage.current?.screenBox(box) ?? { x: 0, y: 0, width: 0, height: 0 },
    focus: () => canvas.current?.focus({ preventScroll: true }),
    show: () => canvas.current?.scrollIntoView({ block: "nearest" }),
  }));

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the drawing is worked on by keys of its own
    <canvas ref={canvas} className="ce-canvas" role="application" aria-label={label} tabIndex={0} />
  );
}
