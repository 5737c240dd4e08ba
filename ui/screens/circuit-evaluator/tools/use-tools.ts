import { useEffect, useEffectEvent } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { useAction } from "../../../calls/calls.ts";
import { isStale } from "../../../evaluator/edits.ts";
import { useWindowEvent } from "../../../hooks/use-window-event.ts";
import { confirmFirst, toast, usePart } from "../../../store.ts";
import { withEntry } from "../../../with-entry.ts";
import {
  type DetectionState,
  type EvaluatorState,
  type EvaluatorStore,
  type ReadingState,
  setReading,
  useEvaluator,
  useSubmission,
  whileStoring,
} from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { detectionQuestion, type Kept, type ThresholdChoice } from "./tool-parts.tsx";

export function useTools() {
  const { id: fileId } = useSubmission();
  const { store, task } = useEvaluator();
  // The server must not read a box at its old place: `settled` resolves when it has every correction.
  const { analysisNow, settled, renew } = usePage();
  const detection = usePart(store, "detections").get(fileId) ?? "idle";
  const filter = usePart(store, "filter");
  const reading = useReading();

  function setDetection(state: DetectionState): void {
    store.set("detections", (before) => new Map(before).set(fileId, state));
  }

  /** `seen`: the revision that the person saw. */
  async function detect({ value, mode }: ThresholdChoice, corrections: Kept, seen?: number): Promise<void> {
    setDetection("processing");
    try {
      await settled();
      await call("setFilterThreshold", { body: { thresholdValue: value, mode, fileId } });
      await call("processDetection", { params: { fileId }, body: { mode, corrections, seen } });
      await renew(corrections === "keep" ? "other" : "discarded");
      setDetection("completed");
      const isCompleted = () => store.get("detections").get(fileId) === "completed";
      setTimeout(() => isCompleted() && setDetection("idle"), LIMITS.detectionCompletedSeconds * 1000);
    } catch (error) {
      setDetection("idle");
      const isCorrected = error instanceof ApiError && error.code === "page-corrected";
      // The specification's text sends the user there.
      if (!isCorrected) console.error(error);
      toast(isCorrected ? error.message : TEXTS.detection.failed, "error");
      if (isCorrected) await renew();
    }
  }

  /** Reads the page again. What happens to corrections is asked first, and whether all pages are meant. */
  async function askToDetect(choice: ThresholdChoice): Promise<void> {
    // With the person's own corrections: those that come while the question is open are somebody else's.
    await settled().catch(() => null);
    const seen = analysisNow();
    const question = detectionQuestion(choice, {
      edited: seen?.edited ?? false,
      pages: task.total_submissions,
      detect: (corrections) => void detect(choice, corrections, seen?.revision),
    });
    if (question === null) void detect(choice, "keep");
    else confirmFirst(question);
  }

  async function analyze(): Promise<void> {
    if (await reading.read()) toast(TEXTS.detection.analysed);
  }

  const filtering = useAction(async ({ value, mode }: ThresholdChoice) => {
    const body = { thresholdValue: value, mode, fileId };
    const response = await call("setFilterThreshold", { body });
    showFilter(store, { fileId, url: URL.createObjectURL(await response.blob()) });
    await renew();
    toast(TEXTS.detection.filterApplied);
  });

  return {
    detection,
    filterImage: filter?.fileId === fileId ? filter.url : null,
    askToDetect,
    analyze,
    filtering,
    showPhoto: () => showFilter(store, null),
  };
}

/** Shows a filter image, or the photo again; frees the memory of the earlier image. */
export function showFilter(store: EvaluatorStore, filter: EvaluatorState["filter"]): void {
  const before = store.get("filter");
  store.set("filter", () => filter);
  if (before) URL.revokeObjectURL(before.url);
}

/** How long after the last change the page is read again: several boxes are usually changed one after the other. */
const REST_MS = 600;
/** How long a box that is moved by keys must rest before its new place is sent: a held key is one change. */
const STEPS_REST_MS = 450;

export function useReading() {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const { analysis, edits, stale, settled, refresh, renew } = usePage();
  const state = usePart(store, "readings").get(fileId);
  const failed = state === "failed";
  const isSent = edits.unsent === null;
  // The server reads the page itself when its wires are corrected.
  const isCorrecting = isSent && [edits.onWay, ...edits.waiting].some((edit) => edit?.kind === "wires");
  const working = isWorking(state) || isCorrecting;
  const willRead = stale && analysis?.state === "done" && isSent && !failed;

  /** False if it failed, or the page is being read. */
  async function read(): Promise<boolean> {
    if (isWorking(store.get("readings").get(fileId))) return false;
    setReading(store, fileId, "working");
    try {
      await settled();
      await call("analyzeCircuit", { params: { fileId } });
      await renew();
      setReading(store, fileId, null);
      return true;
    } catch (error) {
      setReading(store, fileId, "failed");
      toast(messageOf(error), "error");
      await refresh();
      return false;
    }
  }

  return {
    isDue: willRead && !working,
    /** The page is read again now, or will be in a moment. */
    busy: working || willRead,
    failed: stale && failed,
    read,
  };
}

function isWorking(state: ReadingState | undefined): boolean {
  return state === "working" || state === "overtaken";
}

/**
 * Reads the page again when the changes rest, also those from an earlier visit; and when the page is left before. Sends
 * changes when the browser is online again.
 */
export function useReadingAgain(): void {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const { analysis, analysisNow, edits, settled, sendAgain } = usePage();
  const { isDue, read } = useReading();
  // What cannot be sent is shown.
  const sendLate = useEffectEvent(() => void settled().catch(() => null));
  const readLate = useEffectEvent(() => void read());

  useWindowEvent("online", () => {
    if (edits.unsent !== null) sendAgain();
  });

  // Also while the page is being read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changes are what the effect is about
  useEffect(() => {
    const timer = setTimeout(sendLate, STEPS_REST_MS);
    return () => clearTimeout(timer);
  }, [edits.waiting]);

  // Each change is another analysis, and starts the time again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the analysis is what the effect is about
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(readLate, REST_MS);
    return () => clearTimeout(timer);
  }, [isDue, analysis]);

  // A failure then is shown when the page is opened again.
  async function readLeft(): Promise<void> {
    const now = analysisNow();
    const reading = store.get("readings").get(fileId);
    if (now?.state !== "done" || !isStale(now) || reading === "working" || reading === "failed") return;
    await settled()
      .then(() => call("analyzeCircuit", { params: { fileId } }))
      .catch(() => null);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => () => void readLeft(), [fileId]);
}

/** Takes something back; asks first if a student sees what rests on it. */
function takeBackSeen(
  { released_at: released }: Pick<ReturnType<typeof useSubmission>, "released_at">,
  what: { readonly title: string; readonly name: string },
  run: () => Promise<void>,
): void {
  if (released === null) return void run();
  const text = `The student can see this result; without ${what.name} its grade may be hidden until you release it again.`;
  confirmFirst({ title: what.title, text, action: "Take it back", run });
}

/** Sends what somebody says of the page, one after the other, and shows the page as it is then. */
function useAnswers() {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const { settled, renew } = usePage();

  async function answer(send: () => Promise<string>): Promise<void> {
    if (store.get("storing").has(fileId)) return;
    await whileStoring(store, fileId, async () => {
      try {
        await settled();
        toast(await send());
      } catch (error) {
        toast(messageOf(error), "error");
      }
      await renew();
    });
  }

  return { answer, busy: usePart(store, "storing").has(fileId) };
}

/** Takes back what somebody said of the page. */
export function useTakingBack() {
  const submission = useSubmission();
  const { answer, busy } = useAnswers();

  function takeBack(number: number): void {
    takeBackSeen(submission, { title: "Take this back?", name: "this" }, () =>
      answer(async () => {
        await call("takeBackStatement", { params: { fileId: submission.id }, body: { number } });
        return "Taken back.";
      }),
    );
  }

  return { busy, takeBack };
}

export function useReadingChoice() {
  const submission = useSubmission();
  const { id: fileId, filename, graded } = submission;
  const { store } = useEvaluator();
  const { grade } = usePage();
  const { answer, busy } = useAnswers();
  const chosen = grade?.chosen ?? null;

  function keepChoice(text: string | null): void {
    store.set("choices", (before) => withEntry(before, fileId, text));
  }

  function unchoose(): Promise<void> {
    return answer(async () => {
      const { total_grade: total } = await call("takeBackReading", { params: { fileId } });
      keepChoice(null);
      return `${filename} is read by the machine again; ${total === null ? "it has no grade" : `its grade is ${total}`}.`;
    });
  }

  return {
    question: graded ? null : (grade?.question ?? null),
    chosen,
    /** It was chosen in this visit. */
    isOwn: usePart(store, "choices").get(fileId) === (chosen?.text ?? null),
    busy,
    choose: (reading: string) =>
      answer(async () => {
        const done = await call("chooseReading", { params: { fileId }, body: { reading } });
        keepChoice(done.reading);
        return `Grade ${done.total_grade}/${grade?.maximum_grade} stored for ${filename}. ${done.reading}`;
      }),
    takeBack: () => takeBackSeen(submission, { title: "Take the reading back?", name: "the choice" }, unchoose),
  };
}
