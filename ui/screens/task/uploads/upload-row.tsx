import { CheckCircledIcon, Cross2Icon } from "@radix-ui/react-icons";
import { IconButton, Progress } from "@radix-ui/themes";
import { useId } from "react";
import type { UploadItem } from "../../../uploads/use-uploads.ts";

interface UploadRowProps {
  readonly item: number;
  readonly entry: UploadItem | undefined;
  readonly busy: boolean;
  onChoose(file: File): void;
  onRemove(): void;
}

export function UploadRow({ item, entry, busy, onChoose, onRemove }: UploadRowProps) {
  const id = useId();
  return (
    <li className="upload-row" data-state={entry?.state}>
      <label htmlFor={id}>Item {item}</label>
      <span className="box upload-file">
        <span>{entry?.file.name ?? "Choose a picture or a PDF"}</span>
        <input
          id={id}
          type="file"
          accept="image/*,.pdf,application/pdf"
          disabled={busy}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) onChoose(file);
            target.value = "";
          }}
        />
      </span>
      {entry?.state === "taken" && <CheckCircledIcon aria-label="Uploaded" />}
      {entry && entry.state !== "taken" && !busy && (
        <IconButton
          type="button"
          variant="ghost"
          color="gray"
          aria-label={`Remove the file of item ${item}`}
          onClick={onRemove}
        >
          <Cross2Icon />
        </IconButton>
      )}
      {entry?.state === "sending" && (
        <Progress value={100 * entry.progress} aria-label={`Upload of item ${item}`} className="upload-note" />
      )}
      {entry && "message" in entry && <p className="field-error upload-note">{entry.message}</p>}
    </li>
  );
}
