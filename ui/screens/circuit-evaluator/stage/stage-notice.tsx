import { CheckIcon } from "@radix-ui/react-icons";
import { Button, Callout, Spinner } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Loading } from "../../../components/loading.tsx";
import { Notice } from "../../../components/notice.tsx";
import { DETECTION_WORDS, DetectionButton } from "../tools/detection-button.tsx";
import { useTools } from "../tools/use-tools.ts";
import { usePage } from "../use-page.ts";

export interface ToolHint {
  readonly words: string;
  readonly keys: string;
}

interface StageNoticeProps {
  readonly pictureError: string | null;
  readonly loading: boolean;
  readonly hint: ToolHint | null;
}

export function StageNotice({ pictureError, loading, hint }: StageNoticeProps) {
  const { analysis, analysisError, refresh } = usePage();
  const { detection, askToDetect } = useTools();
  const error = analysisError ?? pictureError;
  const threshold = analysis?.threshold_value ?? "auto";
  const again = <DetectionButton state={detection} onStart={() => askToDetect({ value: threshold, mode: "single" })} />;
  if (error) {
    return (
      <Over color="red" text={error}>
        <Button size="1" variant="soft" color="red" onClick={() => void refresh("other")}>
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
  if (state === "queued" || state === "running") {
    const words = state === "queued" ? "This page waits to be read." : "This page is being read.";
    return <Over icon={<Spinner />} text={`${words} The result will appear here automatically.`} />;
  }
  if (state === "failed") {
    return (
      <Over color="red" text={analysis?.error ?? "This page could not be read."}>
        {again}
      </Over>
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
