import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Heading, Spinner } from "@radix-ui/themes";
import { useState } from "react";
import { Link, useParams } from "react-router-dom";
import type { Copies } from "../../../server/contract/results/copies.ts";
import { call, messageOf } from "../../api.ts";
import { useCall } from "../../calls/use-call.ts";
import { Pager } from "../../components/pager.tsx";
import { TaskPageFrame } from "../../components/task/task-page-frame.tsx";
import { usePages } from "../../hooks/use-pages.ts";
import { saveFile } from "../../save-file.ts";
import { toast } from "../../store.ts";
import { CopyPairSection } from "./copy-pair.tsx";
import { SearchSettings, USUAL_SEARCH } from "./search-settings.tsx";
import "./copies.css";

/** When open, each has two drawings and two tall pages. */
const PAIRS_PER_PAGE = 5;

/** A task's drawings that look copied: from each other, or from drawings of earlier terms. */
export function CopiesPage() {
  const { taskId = "" } = useParams();
  const [search, setSearch] = useState(USUAL_SEARCH);
  const task = useCall("getTask", { params: { taskId } }, { live: taskId });
  const query = {
    task_id: taskId,
    chance: search.chance,
    ...(search.earlier.length > 0 && { earlier: search.earlier.join() }),
  };
  const copies = useCall("findCopies", { query });

  async function saveCsv(): Promise<void> {
    try {
      const response = await call("getCopiesCsv", { query });
      saveFile(await response.blob(), "copies.csv");
    } catch (error) {
      toast(messageOf(error), "error");
    }
  }

  return (
    <TaskPageFrame
      title="Copied Drawings"
      task={task}
      calls={[copies]}
      action={
        <Button
          variant="soft"
          color="gray"
          disabled={copies.data === null || copies.data.pairs.length === 0}
          onClick={() => void saveCsv()}
        >
          <DownloadIcon /> Save CSV
        </Button>
      }
      intro={
        <>
          <p className="page-note">
            The same correct answer is not a copy. This list shows layouts that are more alike than those of the rest of
            the class, wherever on the sheet and however large they were drawn. Whether they were copied is for you to
            decide.
          </p>
          <SearchSettings taskId={taskId} search={search} onChange={setSearch} />
        </>
      }
    >
      {copies.data === null ? (
        <p className="copies-waiting" role="status">
          <Spinner /> Comparing the drawings …
        </p>
      ) : (
        <FoundCopies copies={copies.data} taskId={taskId} />
      )}
    </TaskPageFrame>
  );
}

function FoundCopies({ copies, taskId }: { readonly copies: Copies; readonly taskId: string }) {
  const { compared, not_compared, pairs, groups } = copies;
  const students = new Map(pairs.flatMap(({ files }) => files.map((file) => [file.id, file.student_id] as const)));
  const large = groups.filter((ids) => ids.length > 2);
  return (
    <>
      <p role="status">
        {compared} {compared === 1 ? "drawing" : "drawings"} compared, {pairs.length}{" "}
        {pairs.length === 1 ? "pair looks" : "pairs look"} copied.
        {not_compared.length > 0 && ` ${not_compared.length} could not be compared: not read yet, or without gates.`}
      </p>
      {large.length > 0 && (
        <section aria-labelledby="copies-groups">
          <Heading as="h2" size="4" id="copies-groups">
            Groups
          </Heading>
          <ul>
            {large.map((ids) => (
              <li key={ids[0]}>{ids.map((id) => students.get(id)).join(", ")}</li>
            ))}
          </ul>
        </section>
      )}
      {pairs.length === 0 ? (
        <div className="empty-state">
          <p>No copies found.</p>
          <p>
            What most of a class draws alike does not stand out here.{" "}
            <Link to={`/task/${taskId}`}>The task's page can check for similar submissions</Link>, which finds all
            drawings that are alike.
          </p>
        </div>
      ) : (
        <Pairs pairs={pairs} taskId={taskId} />
      )}
    </>
  );
}

function Pairs({ pairs, taskId }: { readonly pairs: Copies["pairs"]; readonly taskId: string }) {
  const { shown, ...pager } = usePages(pairs, PAIRS_PER_PAGE);
  return (
    <>
      <ul className="copies-list" aria-label="Pairs">
        {shown.map((pair) => (
          <CopyPairSection
            key={`${pair.files[0].id} ${pair.files[1].id}`}
            pair={pair}
            taskId={taskId}
            openAtFirst={pair === pairs[0]}
          />
        ))}
      </ul>
      {pager.pages > 1 && <Pager {...pager} />}
    </>
  );
}
