import {
  CameraIcon,
  CheckCircledIcon,
  Cross2Icon,
  ExclamationTriangleIcon,
  FileTextIcon,
  QuestionMarkCircledIcon,
  ReloadIcon,
  UploadIcon,
} from "@radix-ui/react-icons";
import { type ComponentProps, useEffect, useState } from "react";
import { FILE_EXTENSIONS, UPLOAD } from "../../../../core/rules/limits.ts";
import type { PublicTask } from "../../../../server/contract/tasks/task.ts";
import { formatDate, formatSize } from "../../../format.ts";
import { pickFile } from "../../../pick-file.ts";
import { UNANSWERED } from "../../../uploads/send-file.ts";
import { isMoving, type UploadItem } from "../../../uploads/use-uploads.ts";
import { handInForm } from "../hand-in-form.ts";
import type { Advice } from "./entry-advice.ts";

/**
 * The file endings to choose from. Without HEIC an iPhone sends its photos as JPEG, which need less of the server;
 * elsewhere a photo of an iPhone may be chosen as it is.
 */
function acceptedEndings(): string {
  const isIphone = /iPhone|iPod/.test(handInForm().userAgent);
  const endings = FILE_EXTENSIONS.filter((ending) => !(isIphone && /^hei[cf]$/.test(ending)));
  return endings.map((ending) => `.${ending}`).join(",");
}

interface ItemInputProps {
  readonly item: number;
  /** What it calls its inputs and outputs; null: the usual names. */
  readonly names: string | null;
  readonly question: NonNullable<PublicTask["questions"]>[number] | null;
  readonly entry: UploadItem | undefined;
  readonly advice: Advice | null;
  /** What the browser sees in the picture's QR code, before it is sent; null: nothing is wrong, or nobody knows. */
  readonly codeAdvice: string | null;
  readonly busy: boolean;
  /** When a file for it was received earlier; null if none is known. */
  readonly receivedAt: string | null;
  /** A received file cannot be replaced. */
  readonly final: boolean;
  onChoose(file: File): void;
  onRename(): void;
  onRemove(): void;
  onRetry(): void;
}

export function ItemInput(props: ItemInputProps) {
  const { item, names, question, entry, busy, receivedAt, final, onChoose, onRemove } = props;
  const done = entry?.state === "taken";
  const input: ComponentProps<"input"> & { readonly "data-item": number } = {
    type: "file",
    name: "files",
    "data-item": item,
    disabled: busy,
    onChange: (event) => pickFile(event, onChoose),
  };
  return (
    <li className="item" data-state={entry?.state}>
      <div className="line between">
        <h3>Item {item}</h3>
        {entry && !busy && !done && (
          <button
            type="button"
            className="centred remove"
            aria-label={`Remove the file of item ${item}`}
            onClick={({ currentTarget }) => {
              // The button disappears.
              currentTarget.closest("li")?.querySelector<HTMLInputElement>("input[type=file]")?.focus();
              onRemove();
            }}
          >
            <Cross2Icon aria-hidden />
          </button>
        )}
      </div>
      {question !== null && question.text !== "" && (
        <p className="lines" dir="auto">
          {question.text}
        </p>
      )}
      {question !== null && question.picture_url !== null && (
        <a className="question-picture" href={question.picture_url} target="_blank" rel="noreferrer">
          <img src={question.picture_url} alt={`For item ${item}: open it larger`} />
        </a>
      )}
      {names !== null && <p className="muted">{names}</p>}
      {receivedAt !== null && !done && (
        <p className="line ok received">
          <CheckCircledIcon aria-hidden />
          <span>
            Received {formatDate(receivedAt)}. {final ? "It cannot be replaced." : "Another file replaces it."}
          </span>
        </p>
      )}
      {entry && <Chosen {...props} entry={entry} />}
      {!done && !isMoving(entry) && (
        <div className="row pick">
          <input type="hidden" name="item_number" value={item} />
          <span className={entry ? "button pick-file" : "button pick-file pick-large"}>
            {entry && (
              <>
                <UploadIcon aria-hidden />
                Replace
              </>
            )}
            <input
              {...input}
              className={entry ? "pick-over" : undefined}
              accept={acceptedEndings()}
              aria-label={`Item ${item}`}
            />
            {!entry && <small>A picture or a PDF, at most {UPLOAD.fileBytes / 1024 / 1024} MB</small>}
          </span>
          <span className="button pick-photo">
            <CameraIcon aria-hidden />
            Take a photo
            <input
              {...input}
              className="pick-over"
              accept="image/*"
              capture="environment"
              aria-label={`Item ${item}: take a photo`}
            />
          </span>
        </div>
      )}
    </li>
  );
}

function Chosen({
  item,
  entry,
  advice,
  codeAdvice,
  onRename,
  onRetry,
}: ItemInputProps & { readonly entry: UploadItem }) {
  return (
    <>
      <div className="row chosen">
        <FilePreview file={entry.file} />
        <div>
          <strong>{entry.file.name}</strong>
          <span className="hint">{formatSize(entry.file.size)}</span>
          {entry.state === "taken" && (
            <span className="line ok">
              <CheckCircledIcon aria-hidden /> Received
            </span>
          )}
        </div>
      </div>
      {entry.state === "waiting" && <p className="hint">Waiting for its turn</p>}
      {entry.state === "sending" && (
        <progress
          aria-label={`Upload of item ${item}`}
          max={1}
          value={entry.progress < 1 ? entry.progress : undefined}
        />
      )}
      {"message" in entry && (
        <p className="wrong" role="alert">
          <ExclamationTriangleIcon aria-hidden />
          <span>{entry.message}</span>
        </p>
      )}
      {/* An upload in progress may still succeed; if nothing is taken any more, the message says so itself. */}
      {entry.unanswered && !isMoving(entry) && entry.state !== "closed" && (
        <p className="hint" role="status">
          {UNANSWERED.open}
        </p>
      )}
      {entry.state === "failed" && (
        <button type="button" className="button" onClick={onRetry}>
          <ReloadIcon aria-hidden />
          Retry
        </button>
      )}
      {codeAdvice && (entry.state === "ready" || entry.state === "wrong") && (
        <p className="doubt" role="status">
          <QuestionMarkCircledIcon aria-hidden />
          <span>{codeAdvice}</span>
        </p>
      )}
      {advice && "hint" in advice && <p className="hint">{advice.hint}</p>}
      {advice && "rename" in advice && (
        <button type="button" className="button" onClick={onRename}>
          Rename to {advice.rename}
        </button>
      )}
    </>
  );
}

function FilePreview({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string | null>(null);

  // The browser keeps the picture in memory until it is released.
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);

  if (url === null) {
    return (
      <span className="centred preview">
        <FileTextIcon width="24" height="24" aria-hidden />
      </span>
    );
  }
  return (
    <a className="centred preview" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${file.name}`}>
      <img src={url} alt="" onError={() => setUrl(null)} />
    </a>
  );
}
