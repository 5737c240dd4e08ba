import { FileIcon, MagnifyingGlassIcon } from "@radix-ui/react-icons";
import { Button, Spinner } from "@radix-ui/themes";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { useOpenTask, useTaskWork } from "../../../calls/open-task.ts";
import { CopiedDrawings } from "../../copies/copied-drawings.tsx";
import { DismissedList } from "../../copies/dismissed-list.tsx";
import { useDismissals } from "../../copies/use-dismissals.ts";
import { flattenFlagged } from "./flagged-files.ts";
import { SimilarGrid } from "./similar-grid.tsx";
import { useSimilar } from "./use-similar.ts";
import "./similar-tab.css";

export function SimilarTab() {
  const task = useOpenTask();
  const { files } = useTaskWork(task.id);
  const similar = useSimilar(task.id);
  const dismissals = useDismissals(task.id, { onChanged: similar.renew });
  const all = files.data?.files ?? [];
  const flagged = flattenFlagged(similar.groups, all);
  return (
    <>
      <div className="columns similar-columns">
        <section className="panel panel-body spaced" aria-labelledby="similar">
          <div className="row between">
            <h2 id="similar">Similar submissions</h2>
            <Button
              variant="soft"
              disabled={all.length === 0}
              aria-disabled={similar.checking}
              data-disabled={similar.checking || undefined}
              onClick={() => void similar.check()}
            >
              {similar.checking ? <Spinner /> : <MagnifyingGlassIcon />}
              Check For Similar Submissions
            </Button>
          </div>
          {flagged.length === 0 ? (
            <div className="empty-state">
              <FileIcon width="28" height="28" />
              <p>{TEXTS.submissions.noneSimilar}</p>
            </div>
          ) : (
            <SimilarGrid taskId={task.id} flagged={flagged} onDismiss={dismissals.dismiss} />
          )}
        </section>
        <CopiedDrawings taskId={task.id} similar={similar.groups} onDismiss={dismissals.dismiss} />
      </div>
      <DismissedList pairs={dismissals.pairs} taskId={task.id} onBringBack={dismissals.bringBack} />
    </>
  );
}
