import { ResetIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import type { GradeBatch } from "../../../server/contract/results/answers.ts";
import { call } from "../../api.ts";
import { renewTask } from "../../calls/queries.ts";
import { counted, formatDate } from "../../format.ts";
import { confirmFirst, toast } from "../../store.ts";

interface LastBatchProps {
  readonly taskId: string;
  /** Null if there is nothing to undo. */
  readonly batch: GradeBatch | null;
}

export function LastBatch({ taskId, batch }: LastBatchProps) {
  if (batch === null) return null;
  const { id, label, files, created_at: time } = batch;

  function undo(): void {
    confirmFirst({
      title: `Undo ${counted(files, "grade")}?`,
      text:
        "The pages get back their earlier grades and comments; pages that were changed since keep what they " +
        "have. Answer keys and rubrics stay as they are now.",
      action: "Undo",
      async run() {
        const { restored, skipped } = await call("undoGrades", { params: { batchId: id } });
        toast(`${counted(restored, "page")} as before${skipped > 0 ? `, ${skipped} changed since` : ""}.`);
        await renewTask(taskId);
      },
    });
  }

  return (
    <div className="panel row between panel-row">
      <span>
        {label}: {counted(files, "page")} changed, {formatDate(time)}
      </span>
      <Button variant="soft" color="gray" size="1" onClick={undo}>
        <ResetIcon /> Undo
      </Button>
    </div>
  );
}
