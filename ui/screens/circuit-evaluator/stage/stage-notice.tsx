import { CheckIcon } from "@radix-ui/react-icons";
import { Button, Callout, Spinner } from "@radix-ui/themes";
import type { CircuitAnalysis } from "../../../../server/contract/results/detection.ts";
import { Loading } from "../../../components/loading.tsx";
import { Notice } from "../../../components/notice.tsx";
import { DETECTION_WORDS, DetectionButton, type DetectionState } from "../tools/detection-button.tsx";

/** How a tool is used, and its keys for those who have a keyboard. */
export interface ToolHint {
  readonly words: string;
  readonly keys: string;
}

export interface StageNoticeProps {
  readonly analysis: CircuitAnalysis | null;
  /** Why analysis or picture could not be loaded. */
  readonly error: string | null;
  /** The picture is on its way. */
  readonly loading: boolean;
  readonly detection: DetectionState;
  /** Of the tool in hand. */
  readonly hint: ToolHint | null;
  onDetect(): void;
  onRetry(): void;
}

/** The notice over the canvas: loading, being read, failed, nothing found, or what the current tool does. */
export function StageNotice({ analysis, error, loading, detection, hint, onDetect, onRetry }: StageNoticeProps) {
  if (error) {
    return (
      <Callout.Root className="ce-notice" color="red" role="alert">
        <Callout.Text>{error}</Callout.Text>
        <Button size="1" variant="soft" color="red" onClick={onRetry}>
          Try again
        </Button>
      </Callout.Root>
    );
  }
  // The window with the button may be closed meanwhile.
  if (detection !== "idle") {
    return (
      <Callout.Root className="ce-notice" size="1" role="status">
        <Callout.Icon>{detection === "processing" ? <Spinner /> : <CheckIcon />}</Callout.Icon>
        <Callout.Text>{DETECTION_WORDS[detection]}</Callout.Text>
      </Callout.Root>
    );
  }
  if (analysis?.state === "queued" || analysis?.state === "running") {
    const words = analysis.state === "queued" ? "This page waits to be read." : "This page is being read.";
    return (
      <Callout.Root className="ce-notice" role="status">
        <Callout.Icon>
          <Spinner />
        </Callout.Icon>
        <Callout.Text>{words} The result will appear here automatically.</Callout.Text>
      </Callout.Root>
    );
  }
  if (analysis?.state === "failed") {
    return (
      <Callout.Root className="ce-notice" color="red" role="alert">
        <Callout.Text>{analysis.error ?? "This page could not be read."}</Callout.Text>
        <DetectionButton state={detection} onStart={onDetect} />
      </Callout.Root>
    );
  }
  if (loading || !analysis) {
    return (
      <div className="ce-notice ce-notice-spinner">
        <Loading size="3" words="Loading the page" />
      </div>
    );
  }
  if (hint) {
    return (
      <Notice className="ce-notice ce-hint" role="status">
        {hint.words} <span className="ce-keys-hint">{hint.keys}</span>
      </Notice>
    );
  }
  if (analysis.predictions.length === 0) {
    return (
      <Callout.Root className="ce-notice" color="amber" role="status">
        <Callout.Text>No gates were found on this page. Try another threshold, or add the boxes by hand.</Callout.Text>
        <DetectionButton state={detection} onStart={onDetect} />
      </Callout.Root>
    );
  }
  return null;
}
