import { CheckCircledIcon } from "@radix-ui/react-icons";
import { Button, Callout, Dialog, Flex, Spinner, TextField } from "@radix-ui/themes";
import { type FormEvent, useState } from "react";
import { reasonLabel } from "../../../core/rules/review-reasons.ts";
import type { GradesAccepted } from "../../../server/contract/answers.ts";
import { call, messageOf } from "../../api.ts";
import { Field } from "../../components/field.tsx";
import { counted } from "../../format.ts";
import { toast } from "../../store.ts";

interface AcceptSureProps {
  readonly taskId: string;
  onChanged(): Promise<void>;
}

/** Grades all pages of the task that were read with enough confidence, after showing how many there are. */
export function AcceptSure({ taskId, onChanged }: AcceptSureProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger>
        <Button variant="soft" className="groups-accept">
          <CheckCircledIcon /> Grade All That Are Sure
        </Button>
      </Dialog.Trigger>
      {open && <AcceptDialog taskId={taskId} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </Dialog.Root>
  );
}

function AcceptDialog({ taskId, onChanged, onClose }: AcceptSureProps & { onClose(): void }) {
  const [share, setShare] = useState("99");
  const [found, setFound] = useState<GradesAccepted | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const above = Number(share) / 100;

  async function run(preview: boolean): Promise<GradesAccepted | null> {
    if (share.trim() === "" || !(above > 0 && above <= 1)) {
      setFailure("Enter a percentage above 0, up to 100.");
      return null;
    }
    setFailure(null);
    setBusy(true);
    try {
      const expected = preview || found === null ? {} : { expected: found.fingerprint };
      return await call("acceptGrades", { params: { taskId }, body: { above, preview, ...expected } });
    } catch (error) {
      setFailure(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (found === null) return setFound(await run(true));
    const done = await run(false);
    if (done === null) return setFound(null);
    toast(`${counted(done.accepted.length, "page")} graded. ${counted(done.queued.length, "page")} wait for you.`);
    onClose();
    await onChanged();
  }

  return (
    <Dialog.Content maxWidth="520px">
      <form className="accept-form" onSubmit={(event) => void submit(event)}>
        <Dialog.Title>Grade All That Are Sure</Dialog.Title>
        <Dialog.Description size="2">
          Pages of all items that were read with enough confidence, and whose points do not depend on a doubtful place,
          get the proposed grade. All others wait for you. Existing grades stay.
        </Dialog.Description>
        <Field label="Minimum confidence, in percent">
          {(ids) => (
            <TextField.Root
              {...ids}
              inputMode="decimal"
              autoComplete="off"
              value={share}
              onChange={(event) => {
                setShare(event.target.value);
                setFound(null);
              }}
            />
          )}
        </Field>
        {found && <Preview found={found} />}
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
          <Button type="submit" disabled={busy || found?.accepted.length === 0}>
            {busy && <Spinner />}
            {found === null ? "Preview" : `Grade ${counted(found.accepted.length, "Page")}`}
          </Button>
        </Flex>
      </form>
    </Dialog.Content>
  );
}

/** How many pages get their grade, and why the others wait. */
function Preview({ found: { accepted, queued, graded, unread } }: { readonly found: GradesAccepted }) {
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
    </div>
  );
}
