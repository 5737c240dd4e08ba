import { CheckIcon, EnterFullScreenIcon, FileIcon, MinusIcon, PlusIcon, WidthIcon } from "@radix-ui/react-icons";
import { Button, Callout, Spinner } from "@radix-ui/themes";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { PicturePoint } from "../../../../core/geometry/coordinates.ts";
import { CANVAS, CONFIDENCE } from "../../../../core/rules/limits.ts";
import { Notice } from "../../../components/controls.tsx";
import { questionPlaces } from "../../../components/grading/reading-question.tsx";
import { ariaKeys, keyHint } from "../../../evaluator/commands.ts";
import { isFlagged, type Scene, type ScenePrediction } from "../../../evaluator/scene.ts";
import { type CanvasStage, createStage, type StageContent, type StageEvents } from "../../../evaluator/stage.ts";
import type { ViewState } from "../../../evaluator/view-state.ts";
import { aimedAt, asideAt, eraserWidth, wirePlace } from "../../../evaluator/wire-places.ts";
import { isMade } from "../../../page-data.ts";
import { usePart } from "../../../store.ts";
import { useBoxEdits, useWireEdits } from "../corrections/use-edits.ts";
import { useEvaluator, useSubmission, useView } from "../evaluator-store.ts";
import { CommandButton, DETECTION_WORDS, DetectionButton, RangeInput } from "../tools/tool-parts.tsx";
import { useReadingChoice, useTools } from "../tools/use-tools.ts";
import { usePage, useScene } from "../use-page.ts";
import { PlaceWindow } from "./canvas-windows.tsx";
import { usePicture } from "./use-picture.ts";
import "./picture-canvas.css";

export function PageStage() {
  const submission = useSubmission();
  const { store, canvas } = useEvaluator();
  const [, dispatch] = useView();
  const { analysis } = usePage();
  const filter = usePart(store, "filter");
  const shown = filter?.fileId === submission.id ? filter.url : submission.page_url;
  const photo = usePicture(shown);
  const { picture } = photo;
  const { scene, view, chosen, flagged } = useScene(picture);
  const { tool, confidence, cursor, from } = view;
  const edits = useBoxEdits();
  const wires = useWireEdits();
  const { question } = useReadingChoice();
  const places = question ? questionPlaces(question, view.reading) : [];
  const wireTool = { way: [], cursor, from, width: tool === "erase" ? eraserWidth(scene) : 0 };
  return (
    <section className="ce-stage" aria-label="Page" data-tool={tool}>
      {isMade && <img className="ce-made" src={submission.page_url} alt="" />}
      <PictureCanvas
        stage={canvas}
        content={{
          scene,
          picture,
          tool,
          page: submission.id,
          state: analysis?.state ?? "",
          look: { ...view, places, wireTool },
        }}
        label={`${submission.filename}: ${scene.predictions.length} boxes, ${flagged} flagged`}
        events={{
          select: (id) => dispatch({ type: "select", id, edit: true }),
          addBox: edits.draw,
          changeBox: edits.place,
          wire: (pulled, reach) => {
            const way = pulled.map((place, index) =>
              index === 0 || index === pulled.length - 1 ? aimedAt(scene, place, reach) : place,
            );
            wires.pull(from && way.length === 1 ? [from, ...way] : way);
          },
          view: (viewport) => store.set("viewport", () => viewport),
        }}
      />
      <PlaceWindow />
      <StageNotice photo={photo} hint={toolHint(view, scene)} />
      <p className="visually-hidden ce-announce" aria-live="polite">
        {chosen && announcement(chosen, confidence)}
        {cursor && placeWords(scene, cursor)}
      </p>
      <FunctionChangeLine />
      <CanvasBar />
    </section>
  );
}

function toolHint({ tool, palette, from }: ViewState, { aside }: Scene): ToolHint | null {
  const keys = "Keys: . for the next place, arrows, Enter, Esc.";
  switch (tool) {
    case "add":
      return {
        words: `Draw a box around ${palette ? `the ${palette}` : "what is missing"}.`,
        keys: "Keys: arrows, Enter, Esc.",
      };
    case "erase":
      return { words: from ? ERASE_TO : ERASE, keys };
    case "wire":
      return { words: from ? LEAD : aside.length > 0 ? `${PULL} ${TAKE_IN}` : PULL, keys };
    default:
      return null;
  }
}

const PULL =
  "Pull from a wire to another wire or a gate, or draw a missing wire. Choose a wire, a gate or a letter to correct it.";
const TAKE_IN = "What is hatched was left aside: choose it to have it read.";
const LEAD = "Choose the wire, gate or letter that the wire leads to.";
const ERASE = "Pull over lines that are no wires or were read wrongly. Choose a place on a wire to cut it there.";
const ERASE_TO = "Choose where the way ends that you erase; the same place cuts the wire there.";

function placeWords(scene: Scene, at: PicturePoint): string {
  const { onWire, gate } = wirePlace(scene, at);
  if (gate) return "At a gate";
  if (onWire) return "On a wire";
  return asideAt(scene, at) ? "On what was left aside" : "On the page";
}

function announcement(prediction: ScenePrediction, confidence: number): string {
  const percent = Math.round(prediction.confidence * 100);
  return `${prediction.class_name}, ${percent} percent${isFlagged(prediction, confidence) ? ", flagged" : ""}`;
}

interface PictureCanvasProps {
  readonly content: StageContent;
  readonly events: StageEvents;
  readonly label: string;
  /** Has the stage as long as the canvas is there. */
  readonly stage: RefObject<CanvasStage | null>;
}

function PictureCanvas({ content, events, label, stage }: PictureCanvasProps) {
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
  useEffect(() => stage.current?.update(content));

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the drawing is worked on by keys of its own
    <canvas ref={canvas} className="ce-canvas" role="application" aria-label={label} tabIndex={0} />
  );
}

/** One line on what the last correction did, for as long as it is the last one. */
function FunctionChangeLine() {
  const { run } = useEvaluator();
  const { functionChange: change } = usePage();
  return (
    <div className="line between ce-change" role="status" data-adds-inputs={change?.addsInputs || undefined}>
      {change && (
        <>
          <span>{change.words}</span>
          <Button size="1" variant="ghost" onClick={() => run("undo")}>
            Take it back
          </Button>
        </>
      )}
    </div>
  );
}

function CanvasBar() {
  const { store, run } = useEvaluator();
  const [{ confidence, wide }, dispatch] = useView();
  const { scene, flagged } = useScene();
  const zoom = usePart(store, "viewport")?.zoom ?? 1;
  return (
    <div className="row ce-bar">
      <div className="row ce-confidence">
        <span className="field-label">Confidence</span>
        <RangeInput
          label="Confidence level in percent"
          min={CONFIDENCE.min}
          max={CONFIDENCE.max}
          value={confidence}
          onChange={(value) => dispatch({ type: "set", part: { confidence: value } })}
        />
        <span className="muted unbroken ce-percent">{confidence} %</span>
        <Button
          size="1"
          radius="full"
          variant="soft"
          color={flagged > 0 ? "red" : "gray"}
          onClick={() => run("next-flagged")}
          aria-keyshortcuts={ariaKeys("next-flagged")}
          title={`Go to the next flagged box (${keyHint("next-flagged")})`}
        >
          {flagged} of {scene.predictions.length} flagged
        </Button>
      </div>
      <div className="line push">
        <CommandButton command="zoom-out" disabled={zoom <= CANVAS.zoomMin}>
          <MinusIcon />
        </CommandButton>
        <span className="muted unbroken ce-percent">
          <span className="visually-hidden">Zoom </span>
          {Math.round(zoom * 100)} %
        </span>
        <CommandButton command="zoom-in" disabled={zoom >= CANVAS.zoomMax}>
          <PlusIcon />
        </CommandButton>
        <CommandButton command="fit">
          <FileIcon />
        </CommandButton>
        <CommandButton command="fit-drawing">
          <EnterFullScreenIcon />
        </CommandButton>
        <CommandButton command="wide" className="ce-wide" aria-expanded={!wide} aria-controls="ce-panel">
          <WidthIcon />
        </CommandButton>
      </div>
    </div>
  );
}

interface ToolHint {
  readonly words: string;
  readonly keys: string;
}

interface StageNoticeProps {
  readonly photo: ReturnType<typeof usePicture>;
  readonly hint: ToolHint | null;
}

function StageNotice({ photo, hint }: StageNoticeProps) {
  const { analysis, analysisError, edits, refresh, sendAgain } = usePage();
  const { detection, askToDetect } = useTools();
  const error = analysisError ?? photo.error;
  const threshold = analysis?.threshold_value ?? "auto";

  function retry(): void {
    void refresh();
    if (photo.error !== null) void photo.reload();
  }

  const again = (
    <DetectionButton state={detection} onStart={() => void askToDetect({ value: threshold, mode: "single" })} />
  );
  if (edits.unsent !== null) {
    return (
      <Over color="amber" text={`${edits.unsent} Your corrections are kept here until then.`}>
        <Button size="1" onClick={sendAgain}>
          Try again
        </Button>
      </Over>
    );
  }
  if (error) {
    return (
      <Over color="red" text={error}>
        <Button size="1" variant="soft" color="red" onClick={retry}>
          Try again
        </Button>
      </Over>
    );
  }
  // The window with the button may be closed meanwhile.
  if (detection !== "idle") {
    return <Over icon={detection === "processing" ? <Spinner /> : <CheckIcon />} text={DETECTION_WORDS[detection]} />;
  }
  const { state } = analysis ?? {};
  if (state === "queued") {
    const words = "This page waits to be read. The result will appear here automatically.";
    return <Over icon={<Spinner />} text={words} />;
  }
  if (state === "failed") {
    return (
      <Over color="red" text={analysis?.error ?? "This page could not be read."}>
        {again}
      </Over>
    );
  }
  if (!photo.picture || !analysis) return <Over icon={<Spinner />} text="Loading the page" />;
  if (hint) {
    return (
      <Notice className="ce-notice ce-hint" role="status">
        {hint.words} <span className="muted ce-keys-hint">{hint.keys}</span>
      </Notice>
    );
  }
  if (analysis.predictions.length > 0) return null;
  return (
    <Over color="amber" text="No gates were found on this page. Try another threshold, or add the boxes by hand.">
      {again}
    </Over>
  );
}

interface OverProps {
  readonly color?: "red" | "amber";
  readonly icon?: ReactNode;
  readonly text: string;
  readonly children?: ReactNode;
}

function Over({ color, icon, text, children }: OverProps) {
  return (
    <Callout.Root className="ce-notice" {...(color && { color })} role={color === "red" ? "alert" : "status"}>
      {icon && <Callout.Icon>{icon}</Callout.Icon>}
      <Callout.Text>{text}</Callout.Text>
      {children}
    </Callout.Root>
  );
}
