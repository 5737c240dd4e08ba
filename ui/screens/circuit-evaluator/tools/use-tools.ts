import { useEffect, useEffectEvent } from "react";
import { LIMITS } from "../../../../core/rules/limits.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { ApiError, call, messageOf } from "../../../api.ts";
import { confirmFirst, toast, usePart } from "../../../store.ts";
import { useNudge } from "../corrections/use-edits.ts";
import {
  type EvaluatorState,
  type EvaluatorStore,
  setUnread,
  useEvaluator,
  useSubmission,
  whileReading,
  whileStoring,
} from "../evaluator-store.ts";
import { type Renewal, usePage } from "../use-page.ts";
import { type DetectionState, detectionQuestion, type ThresholdChoice } from "./tool-parts.tsx";

export function useTools() {
  const { id: fileId } = useSubmission();
  const { store, task, reload } = useEvaluator();
  // The server must not read a box at its old place: `settled` resolves when it has every correction.
  const { analysis, settled, revisionNow, refresh } = usePage();
  const detection = usePart(store, "detections").get(fileId) ?? "idle";
  const filter = usePart(store, "filter");
  const nudge = useNudge();
  const reading = useReading();

  async function onDone(after: Renewal): Promise<void> {
    await Promise.all([refresh(after), reload()]);
  }

  function setDetection(state: DetectionState): void {
    store.set("detections", (before) => new Map(before).set(fileId, state));
  }

  async function detect({ value, mode }: ThresholdChoice): Promise<void> {
    setDetection("processing");
    try {
      await settled();
      const seen = revisionNow();
      await call("setFilterThreshold", { body: { thresholdValue: value, mode, fileId } });
      await call("processDetection", { params: { fileId }, body: { mode, seen } });
      await onDone("detected");
      setDetection("completed");
      setTimeout(() => setDetection("idle"), LIMITS.detectionCompletedSeconds * 1000);
    } catch (error) {
      // The specification's text sends the user there.
      console.error(error);
      setDetection("idle");
      const isCorrected = error instanceof ApiError && error.code === "page-corrected";
      toast(isCorrected ? error.message : TEXTS.detection.failed, "error");
      if (isCorrected) await onDone("other");
    }
  }

  /** Reads the page again. This discards corrections and may change many proposals, so it asks first. */
  function askToDetect(choice: ThresholdChoice): void {
    const edited = nudge.isMoving || (analysis?.edited ?? false);
    nudge.settle();
    const question = detectionQuestion(choice, { edited, pages: task.total_submissions });
    if (question === null) void detect(choice);
    else confirmFirst({ ...question, action: "Start Detection", run: () => void detect(choice) });
  }

  async function analyze(): Promise<void> {
    nudge.settle();
    if (await reading.read()) toast(TEXTS.detection.analysed);
  }

  async function applyFilter({ value, mode }: ThresholdChoice): Promise<void> {
    store.set("applying", () => true);
    try {
      const body = { thresholdValue: value, mode, fileId };
      const response = await call("setFilterThreshold", { body });
      showFilter(store, { fileId, url: URL.createObjectURL(await response.blob()) });
      await onDone("other");
      toast(TEXTS.detection.filterApplied);
    } catch (error) {
      toast(messageOf(error), "error");
    } finally {
      store.set("applying", () => false);
    }
  }

  return {
    detection,
    applying: usePart(store, "applying"),
    filterImage: filter?.fileId === fileId ? filter.url : null,
    askToDetect,
    analyze,
    applyFilter,
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

export function useReading() {
  const { id: fileId } = useSubmission();
  const { store, reload } = useEvaluator();
  const { stale, analysis, settled, refresh } = usePage();
  const working = usePart(store, "reading").has(fileId);
  const failed = usePart(store, "unread").get(fileId) === "failed";

  /** False if it failed. */
  async function read(): Promise<boolean> {
    return whileReading(store, fileId, async () => {
      try {
        await settled();
        await call("analyzeCircuit", { params: { fileId } });
        setUnread(store, fileId, null);
        await Promise.all([refresh("other"), reload()]);
        return true;
      } catch (error) {
        setUnread(store, fileId, "failed");
        toast(messageOf(error), "error");
        await refresh("other");
        return false;
      }
    });
  }

  return {
    /** The page is read again now, or will be in a moment. */
    busy: working || (stale && analysis?.state === "done" && !failed),
    failed: stale && failed,
    read,
  };
}

/** Reads the page again when the changes rest, also those from an earlier visit; and when the page is left before. */
export function useReadingAgain(): void {
  const { id: fileId } = useSubmission();
  const { store } = useEvaluator();
  const { stale, analysis } = usePage();
  const { failed, read } = useReading();
  const working = usePart(store, "reading").has(fileId);
  const isDue = stale && analysis?.state === "done" && !working && !failed;
  const readLate = useEffectEvent(() => void read());

  // Each change is another analysis, and starts the time again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the analysis is what the effect is about
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(readLate, REST_MS);
    return () => clearTimeout(timer);
  }, [isDue, analysis]);

  // A failure then is shown when the page is opened again.
  useEffect(() => () => void readLeft(store, fileId), [store, fileId]);
}

async function readLeft(store: EvaluatorStore, fileId: string): Promise<void> {
  if (store.get("unread").get(fileId) !== "changed") return;
  setUnread(store, fileId, null);
  await store.get("sending");
  await call("analyzeCircuit", { params: { fileId } }).catch(() => null);
}

export function useReadingChoice() {
  const { id: fileId, filename, graded } = useSubmission();
  const { store, reload } = useEvaluator();
  const { grade, settled, refresh } = usePage();
  const busy = usePart(store, "storing").has(fileId);

  async function answer(send: () => Promise<string>): Promise<void> {
    if (store.get("storing").has(fileId)) return;
    await whileStoring(store, fileId, async () => {
      try {
        await settled();
        toast(await send());
      } catch (error) {
        toast(messageOf(error), "error");
      }
      await Promise.all([refresh("other"), reload()]);
    });
  }

  return {
    question: graded ? null : (grade?.question ?? null),
    chosen: grade?.chosen ?? null,
    busy,
    choose: (reading: string) =>
      answer(async () => {
        const done = await call("chooseReading", { params: { fileId }, body: { reading } });
        return `Grade ${done.total_grade}/${grade?.maximum_grade} stored for ${filename}. ${done.reading}`;
      }),
    takeBack: () =>
      answer(async () => {
        const { total_grade: total } = await call("takeBackReading", { params: { fileId } });
        return `${filename} is read by the machine again; ${total === null ? "it has no grade" : `its grade is ${total}`}.`;
      }),
  };
}
