import { FilePlusIcon } from "@radix-ui/react-icons";
import { Button, Callout, Progress } from "@radix-ui/themes";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { isArchiveName, isPageName } from "../../../core/rules/files/page-name.ts";
import { FILE_EXTENSIONS } from "../../../core/rules/limits.ts";
import type { UploadStackResponse } from "../../../server/contract/tasks/stack.ts";
import { TEXTS } from "../../../server/contract/texts.ts";
import { messageOf, upload } from "../../api.ts";
import { FormFailure, SmallButton } from "../../components/controls.tsx";
import { counted } from "../../format.ts";
import { useLeaveWarning } from "../../hooks/use-leave-warning.ts";
import { useMounted } from "../../hooks/use-mounted.ts";

const LEAVE_UPLOAD = {
  title: "Stop the upload?",
  text: "The pages are still on their way. If you leave this page now, they are not uploaded.",
  action: "Stop and leave",
} as const;

const UNREADABLE = "What you dropped could not be read, and nothing was uploaded. Choose the files instead.";

export function DropZone({ taskId, onTaken }: { readonly taskId: string; onTaken(answer: UploadStackResponse): void }) {
  /** How many files, and which part of them is sent, 0 to 1. */
  const [sending, setSending] = useState<{ readonly count: number; readonly part: number } | null>(null);
  const [listing, setListing] = useState(false);
  const [over, setOver] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refused, setRefused] = useState<UploadStackResponse["refused"]>([]);
  const abort = useRef<AbortController | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isMounted = useMounted();
  // A stack that has arrived completely is stored, even if the user leaves.
  const isOnItsWay = sending !== null && sending.part < 1;
  useLeaveWarning(isOnItsWay, LEAVE_UPLOAD);

  // Leaving the page cancels the upload.
  useEffect(() => () => abort.current?.abort(), []);

  async function send(files: readonly File[]): Promise<void> {
    if (files.length === 0) return setFailure(TEXTS.files.noFiles);
    setFailure(null);
    setRefused([]);
    setSending({ count: files.length, part: 0 });
    abort.current = new AbortController();
    const body = new FormData();
    for (const file of files) body.append("files", file, file.name);
    try {
      const answer = await upload("uploadStack", body, {
        params: { taskId },
        signal: abort.current.signal,
        onProgress: (part) => setSending({ count: files.length, part }),
      });
      setRefused(answer.refused);
      onTaken(answer);
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      setFailure(
        isCancelled ? "The upload was cancelled: nothing was uploaded." : messageOf(error, TEXTS.files.uploadBroke),
      );
    }
    setSending(null);
  }

  async function drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    setOver(false);
    if (sending !== null || listing) return;
    setListing(true);
    const files = await droppedFiles(event.dataTransfer.items).catch(() => null);
    setListing(false);
    if (files === null) return setFailure(UNREADABLE);
    if (isMounted()) await send(files);
  }

  return (
    <section className="spaced" aria-labelledby={`${id}-title`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keys */}
      <div
        className="centred tight file-zone stack-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <FilePlusIcon width="26" height="26" />
        <h2 id={`${id}-title`}>Drop pages here</h2>
        <p className="muted">
          Pictures, PDFs, scanned stacks, folders and ZIP files, in any order and turned any way. Each page goes to its
          student and item by its QR code, else by its file's name, like 20230001_quiz[1].png. You are asked about the
          others, and if code and name disagree or two pages are for one answer.
        </p>
        {listing && <p role="status">Reading what you dropped</p>}
        {sending === null && !listing && (
          <Button type="button" onClick={() => input.current?.click()}>
            Choose files
          </Button>
        )}
        {sending !== null && (
          <div className="spaced tight stack-sending" role="status">
            <span>
              {isOnItsWay
                ? `Uploading ${counted(sending.count, "file")}: ${Math.floor(sending.part * 100)} %`
                : "Unpacking and counting the pages"}
            </span>
            <Progress value={sending.part * 100} aria-label="Upload" />
            {isOnItsWay && <SmallButton onClick={() => abort.current?.abort()}>Cancel</SmallButton>}
          </div>
        )}
        <input
          ref={input}
          type="file"
          multiple
          accept={SCAN_TYPES}
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Pages to add"
          onChange={(event) => {
            const files = inNameOrder([...(event.target.files ?? [])]);
            event.target.value = "";
            if (files.length > 0) void send(files);
          }}
        />
      </div>
      <FormFailure>{failure}</FormFailure>
      {refused.length > 0 && (
        <Callout.Root color="amber" size="1" role="alert">
          <Callout.Text>{TEXTS.files.rejectedHeading}</Callout.Text>
          <ul className="bullets">
            {refused.map(({ filename, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two folders may have files of one name
              <li key={index}>
                <strong>{filename}</strong>: {message}
              </li>
            ))}
          </ul>
        </Callout.Root>
      )}
    </section>
  );
}

const SCAN_TYPES = [...FILE_EXTENSIONS, "zip"].map((extension) => `.${extension}`).join(",");

/** The dropped files, including those in folders (only scans there), in natural order. */
async function droppedFiles(items: DataTransferItemList): Promise<File[]> {
  // The list is emptied as soon as the event is over.
  const entries = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    entries.map(({ entry, file }) => (entry?.isDirectory ? filesOf(entry as FileSystemDirectoryEntry) : file)),
  );
  return inNameOrder(found.flat().filter((file) => file !== null));
}

/** `page 2` before `page 10`: the order in which a scanner numbers. */
function inNameOrder(files: readonly File[]): File[] {
  const order = new Intl.Collator("en", { numeric: true });
  return [...files].sort((a, b) => order.compare(a.name, b.name));
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader();
  const files: File[] = [];
  while (true) {
    // A reader returns about a hundred entries at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return files;
    for (const entry of entries) {
      if (entry.isDirectory) files.push(...(await filesOf(entry as FileSystemDirectoryEntry)));
      else if (isPageName(entry.name) || isArchiveName(entry.name))
        files.push(await fileOf(entry as FileSystemFileEntry));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
