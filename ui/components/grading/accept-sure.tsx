import { CheckCircledIcon } from "@radix-ui/react-icons";
import { Button, Callout, Dialog, Flex, Spinner } from "@radix-ui/themes";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { reasonLabel } from "../../../core/rules/review-reasons.ts";
import type { GradesAccepted } from "../../../server/contract/results/answers.ts";
import { call, messageOf } from "../../api.ts";
import { counted } from "../../format.ts";
import { toast } from "../../store.ts";
import { Loading } from "../loading.tsx";
import "./accept-sure.css";

interface AcceptSureProps {
  readonly taskId: string;
  /** The key that opens the dialog on this page, for the button's hint. */
  readonly shortcut?: string;
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  onChanged(): Promise<void>;
}

/** Grades all pages of the task that the machine is sure enough of, after telling how many they are. */
export function AcceptSure({ taskId, shortcut, open, onOpenChange, onChanged }: AcceptSureProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Trigger>
        <Button variant="soft" className="accept-sure">
          <CheckCircledIcon /> Grade All That Are Sure {shortcut && <kbd>{shortcut}</kbd>}
        </Button>
      </Dialog.Trigger>
      {open && <AcceptDialog taskId={taskId} onChanged={onChanged} onClose={() => onOpenChange(false)} />}
    </Dialog.Root>
  );
}

function AcceptDialog({
  taskId,
  onChanged,
  onClose,
}: Pick<AcceptSureProps, "taskId" | "onChanged"> & { onClose(): void }) {
  const submitButton = useRef<HTMLButtonElement>(null);
  const [found, setFound] = useState<GradesAccepted | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    call("acceptGrades", { params: { taskId }, body: { preview: true } }).then(
      (preview) => isCurrent && setFound(preview),
      (error: unknown) => isCurrent && setFailure(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [taskId]);

  // Enter confirms what has just been counted.
  useEffect(() => {
    if (found !== null) submitButton.current?.focus();
  }, [found]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (found === null) return;
    setFailure(null);
    setBusy(true);
    try {
      const body = { preview: false, expected: found.fingerprint };
      const done = await call("acceptGrades", { params: { taskId }, body });
      toast(`${counted(done.accepted.length, "page")} graded. ${counted(done.queued.length, "page")} wait for you.`);
      onClose();
      await onChanged();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog.Content maxWidth="520px">
      <form className="accept-form" onSubmit={(event) => void submit(event)}>
        <Dialog.Title>Grade All That Are Sure</Dialog.Title>
        <Dialog.Description size="2">
          Pages of all items that the machine is sure enough of get the grade that it proposes. All others wait for you.
          Grades that were given stay.
        </Dialog.Description>
        {found && <Preview found={found} />}
        {found === null && failure === null && <Loading words="Counting the pages" />}
        {failure !== null && (
          <Callout.Root color="red" size="1" role="alert">
            <Callout.Text>{failure}</Callout.Text>
          </Callout.Root>
        )}
        <Flex gap="3" justify="end">
          <Dialog.Close>
            <Button type="button" variant="soft" color="gray">
              Cancel
            </Button>
          </Dialog.Close>
          <Button ref={submitButton} type="submit" disabled={busy || found === null || found.accepted.length === 0}>
            {busy && <Spinner />}
            {found === null ? "Grade" : `Grade ${counted(found.accepted.length, "Page")}`}
          </Button>
        </Flex>
      </form>
    </Dialog.Content>
  );
}

/** How many pages get their grade, and why the others wait. */
function Preview({ found: { accepted, queued, graded, unread, certainty } }: { readonly found: GradesAccepted }) {
  const reasons = new Map<string, number>();
  for (const { reasons: own } of queued) {
    const label = reasonLabel(own[0]?.code ?? "");
    reasons.set(label, (reasons.get(label) ?? 0) + 1);
  }
  return (
    <div className="accept-preview" role="status">
      <p>
        <strong>{counted(accepted.length, "page")}</strong> will be graded,{" "}
        <strong>{counted(queued.length, "page")}</strong> will wait.
        {graded > 0 && ` ${counted(graded, "page")} already graded.`}
        {unread > 0 && ` ${counted(unread, "page")} still to be read.`}
      </p>
      <ul>
        {[...reasons].map(([label, count]) => (
          <li key={label}>
            {count} × {label}
          </li>
        ))}
      </ul>
      <p>
        The machine must be {certainty.full} sure of full marks, and {certainty.fewer} of fewer points. The Settings tab
        has the setting.
      </p>
    </div>
  );
}
