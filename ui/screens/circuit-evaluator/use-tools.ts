import { useEffect, useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { call, messageOf } from "../../api.ts";
import { toast } from "../../store.ts";
import type { DetectionState } from "./detection-button.tsx";
import type { ThresholdChoice } from "./threshold-tool.tsx";
import type { Renewal } from "./use-page.ts";

export interface Tools {
  readonly detection: DetectionState;
  readonly analyzing: boolean;
  readonly applying: boolean;
  /** Address of the filter image that is shown in place of the photo, or null. */
  readonly filterImage: string | null;
  /** Reads at the chosen threshold. */
  detect(choice: ThresholdChoice): Promise<void>;
  analyze(): Promise<void>;
  applyFilter(choice: ThresholdChoice): Promise<void>;
  showPhoto(): void;
}

interface Surroundings {
  /** Resolves when the server has every correction: it is to read no box at its old place. */
  ready(): Promise<void>;
  onDone(after: Renewal): Promise<void>;
}

/** The server's tools on one submission: detection, analysis, the threshold's filter. */
export function useTools(fileId: string, { ready, onDone }: Surroundings): Tools {
  // A detection goes on while another submission is looked at.
  const [detections, setDetections] = useState<ReadonlyMap<string, DetectionState>>(new Map());
  const [analyzing, setAnalyzing] = useState(false);
  const [applying, setApplying] = useState(false);
  const [filter, setFilter] = useState<{ fileId: string; url: string } | null>(null);

  // The image's memory is given back when another takes its place.
  useEffect(() => {
    return () => {
      if (filter) URL.revokeObjectURL(filter.url);
    };
  }, [filter]);

  function setDetection(state: DetectionState): void {
    setDetections((before) => new Map(before).set(fileId, state));
  }

  async function detect({ value, mode }: ThresholdChoice): Promise<void> {
    setDetection("processing");
    try {
      await ready();
      await call("setFilterThreshold", { body: { thresholdValue: value, mode, fileId } });
      await call("processDetection", { params: { fileId }, body: { mode } });
      await onDone("detected");
      setDetection("completed");
      setTimeout(() => setDetection("idle"), LIMITS.detectionCompletedSeconds * 1000);
    } catch (error) {
      // The specification's text sends the user there.
      console.error(error);
      setDetection("idle");
      toast(TEXTS.detection.failed, "error");
    }
  }

  async function analyze(): Promise<void> {
    setAnalyzing(true);
    try {
      await ready();
      await call("analyzeCircuit", { params: { fileId } });
      await onDone("other");
      toast(TEXTS.detection.analysed);
    } catch (error) {
      toast(messageOf(error), "error");
    } finally {
      setAnalyzing(false);
    }
  }

  async function applyFilter({ value, mode }: ThresholdChoice): Promise<void> {
    setApplying(true);
    try {
      const body = { thresholdValue: value, mode, fileId };
      const response = await call("setFilterThreshold", { body });
      setFilter({ fileId, url: URL.createObjectURL(await response.blob()) });
      await onDone("other");
      toast(TEXTS.detection.filterApplied);
    } catch (error) {
      toast(messageOf(error), "error");
    } finally {
      setApplying(false);
    }
  }

  return {
    detection: detections.get(fileId) ?? "idle",
    analyzing,
    applying,
    filterImage: filter?.fileId === fileId ? filter.url : null,
    detect,
    analyze,
    applyFilter,
    showPhoto: () => setFilter(null),
  };
}
