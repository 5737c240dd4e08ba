import { type RefObject, useEffect, useRef } from "react";
import { type CanvasStage, createStage, type StageContent, type StageEvents } from "../../../evaluator/stage.ts";
import "./picture-canvas.css";

interface PictureCanvasProps {
  readonly content: StageContent;
  readonly events: StageEvents;
  readonly label: string;
  /** Has the stage as long as the canvas is there. */
  readonly stage: RefObject<CanvasStage | null>;
}

export function PictureCanvas({ content, events, label, stage }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ content, events });
  latest.current = { content, events };

  // The stage lives as long as its canvas, and always calls the latest handlers.
  useEffect(() => {
    if (!canvas.current) return;
    const made = createStage(canvas.current, {
      content: latest.current.content,
      events: () => latest.current.events,
    });
    stage.current = made;
    return () => {
      stage.current = null;
      made.destroy();
    };
  }, [stage]);

  // React's state is passed to the stage after every render; the stage draws at most once per frame.
  useEffect(() => stage.current?.update(content), [stage, content]);

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the drawing is worked on by keys of its own
    <canvas ref={canvas} className="ce-canvas" role="application" aria-label={label} tabIndex={0} />
  );
}
