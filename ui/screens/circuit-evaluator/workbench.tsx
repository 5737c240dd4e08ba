import { Button, Text } from "@radix-ui/themes";
import { useEffect, useReducer } from "react";
import { Link } from "react-router-dom";
import type { User } from "../../../server/contract/auth.ts";
import type { File as Submission } from "../../../server/contract/file.ts";
import type { Task } from "../../../server/contract/task.ts";
import { EvaluatorHeader } from "./evaluator-header.tsx";
import { GoneNotice } from "./gone-notice.tsx";
import { useGradeDrafts } from "./grade-draft.ts";
import { HelpSheet } from "./help-sheet.tsx";
import { SubmissionView } from "./submission-view.tsx";
import { neighbour, nextUngraded } from "./submissions.ts";
import { useCommands } from "./use-commands.ts";
import { useDraftMoves } from "./use-draft-moves.ts";
import { usePrefetch } from "./use-picture.ts";
import { INITIAL_VIEW, reduceView } from "./view-state.ts";

export interface WorkbenchProps {
  readonly user: User;
  readonly task: Task;
  readonly files: readonly Submission[];
  readonly current: Submission | null;
  /** The id of what was to be shown and does not count. */
  readonly missing: string | null;
  choose(id: string): void;
  reload(): Promise<void>;
}

/** Header, the submission at hand, and the way to the others. */
export function Workbench({ user, task, files, current, missing, choose, reload }: WorkbenchProps) {
  const [view, dispatch] = useReducer(reduceView, INITIAL_VIEW);
  const drafts = useGradeDrafts();
  useDraftMoves(drafts, files);
  const id = current?.id ?? null;
  const next = neighbour(files, { id, by: 1 });
  const ungraded = nextUngraded(files, id);
  usePrefetch(next?.page_url ?? null);

  // What was chosen on one page means nothing on the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what the effect is about
  useEffect(() => {
    dispatch({ type: "page" });
    // On a phone the page is above the grade form of the previous one.
    window.scrollTo(0, 0);
  }, [id]);

  function goTo(file: Submission | null): boolean {
    if (file) choose(file.id);
    return true;
  }

  const { letters, setLetters } = useCommands((command) => {
    if (command === "next") return goTo(next);
    if (command === "previous") return goTo(neighbour(files, { id, by: -1 }));
    if (command === "next-ungraded") return goTo(ungraded);
    if (command === "find") dispatch({ type: "open", open: "picker" });
    else if (command === "help") dispatch({ type: "open", open: "help" });
    else return false;
    return true;
  });

  return (
    <div className="ce-screen">
      <EvaluatorHeader
        userId={user.id}
        task={task}
        files={files}
        current={current}
        pickerOpen={view.open === "picker"}
        onPickerOpen={(open) => dispatch({ type: "open", open: open ? "picker" : null })}
        onChoose={choose}
        onCommand={(command) => {
          if (command === "help") dispatch({ type: "open", open: "help" });
          else goTo(neighbour(files, { id, by: command === "next" ? 1 : -1 }));
        }}
      />
      {current ? (
        <SubmissionView
          task={task}
          submission={current}
          next={ungraded}
          view={view}
          dispatch={dispatch}
          drafts={drafts}
          onGoTo={goTo}
          onChanged={reload}
        />
      ) : (
        <div className="ce-center">
          {missing ? (
            <GoneNotice key={missing} fileId={missing} files={files} drafts={drafts} choose={choose} />
          ) : (
            <>
              <Text size="4" weight="medium" as="p">
                No submissions
              </Text>
              <Text color="gray" as="p">
                Pages appear here as soon as students hand them in.
              </Text>
            </>
          )}
          <Button asChild variant="soft">
            <Link to={`/task/${task.id}`}>Back to the task</Link>
          </Button>
        </div>
      )}
      <HelpSheet
        open={view.open === "help"}
        letters={letters}
        onOpenChange={(open) => dispatch({ type: "open", open: open ? "help" : null })}
        onLetters={setLetters}
      />
    </div>
  );
}
