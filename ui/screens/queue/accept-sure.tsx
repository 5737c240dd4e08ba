import { CheckCircledIcon } from "@radix-ui/react-icons";
import { Button, Spinner } from "@radix-ui/themes";
import { call } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { useAction } from "../../calls/use-action.ts";
import { counted } from "../../format.ts";
import { toast } from "../../store.ts";
import { useQueueKeys } from "./use-queue-keys.ts";

interface AcceptSureProps {
  readonly taskId: string;
  /** How many grades it confirms, and how many of them are full marks; some may not be counted yet. */
  readonly pages: number;
  readonly right: number;
}

export function AcceptSure({ taskId, pages, right }: AcceptSureProps) {
  const { busy, run } = useAction(async () => {
    const { accepted } = await call("acceptGrades", { params: { taskId }, body: { preview: false } });
    toast(`${counted(accepted.length, "grade")} confirmed. You can undo this.`);
    await renewTask(taskId);
  });
  useQueueKeys({ s: () => void run() });
  return (
    <section className="panel row between panel-row" aria-label="Pages that the machine is sure of">
      <p>
        <strong>{right > 0 ? counted(right, "right answer") : counted(pages, "page")}</strong>
        {right > 0 && pages > right && ` and ${pages - right} with fewer points`}: the machine is sure.
      </p>
      {/* Not disabled while at work: it would lose the focus. */}
      <Button aria-disabled={busy} data-disabled={busy || undefined} onClick={() => void run()}>
        {busy ? <Spinner /> : <CheckCircledIcon />} Confirm {counted(pages, "grade")} <kbd>S</kbd>
      </Button>
    </section>
  );
}
