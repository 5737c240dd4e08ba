import { AlertDialog, Button, Flex } from "@radix-ui/themes";
import type { Regrade } from "../../../../server/contract/tasks/regrade.ts";
import { counted } from "../../../format.ts";
import { useFocusReturn } from "../../../hooks/use-focus-return.ts";
import {
  goneWords,
  isRegraded,
  keptWords,
  outputWords,
  pageWords,
  regradeSummary,
  regradeTitle,
} from "./regrade-words.ts";
import "./regrade-dialog.css";

export interface RegradeQuestion {
  readonly regrade: Regrade;
  answer(confirmed: boolean): void;
}

export function RegradeDialog({ question }: { readonly question: RegradeQuestion | null }) {
  return (
    <AlertDialog.Root open={question !== null} onOpenChange={(open) => !open && question?.answer(false)}>
      {question && <Changes question={question} />}
    </AlertDialog.Root>
  );
}

function Changes({ question: { regrade, answer } }: { readonly question: RegradeQuestion }) {
  const returnFocus = useFocusReturn();
  const { students, kept, outputs, gone, unchanged, reproposed } = regrade;
  return (
    <AlertDialog.Content maxWidth="720px" onCloseAutoFocus={returnFocus}>
      <AlertDialog.Title>{regradeTitle(regrade)}</AlertDialog.Title>
      <AlertDialog.Description size="2">
        {regradeSummary(regrade)} Nothing is changed before you confirm.
      </AlertDialog.Description>
      <ul className="bullets regrade-facts">
        {gone.map((each) => (
          <li key={each.item}>{goneWords(each)}</li>
        ))}
        {outputs.map((each) => (
          <li key={`${each.item} ${each.output}`}>{outputWords(each)}</li>
        ))}
        <li>
          {counted(unchanged, "graded page")} {unchanged === 1 ? "stays as it is" : "stay as they are"}.
        </li>
        {reproposed > 0 && <li>For {counted(reproposed, "page")} without a grade, other points will be proposed.</li>}
      </ul>
      {students.length > 0 && (
        // Focusable, so that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs it
        <section className="box scroll regrade-list" aria-label="Students with changed pages" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Student</th>
                <th scope="col">Points</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {students.map(({ student_id, from, to, pages }) => (
                <tr key={student_id}>
                  <th scope="row">{student_id}</th>
                  <td className={to < from ? "overdue" : to > from ? "regrade-more" : undefined}>
                    {from === to ? from : `${from} → ${to}`}
                  </td>
                  <td>{pages.map(pageWords).join(" ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {kept.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs it
        <section className="box scroll" aria-label="Points that stay" tabIndex={0}>
          <h2>
            {counted(kept.length, "page")} {kept.length === 1 ? "keeps its points" : "keep their points"}, although the
            new keys give others
          </h2>
          <ul className="bullets">
            {kept.map((each) => (
              <li key={each.file_id}>{keptWords(each)}</li>
            ))}
          </ul>
        </section>
      )}
      <Flex gap="3" mt="5" justify="end" wrap="wrap">
        <AlertDialog.Cancel>
          <Button type="button" variant="soft" color="gray">
            Cancel
          </Button>
        </AlertDialog.Cancel>
        <Button type="button" onClick={() => answer(true)}>
          {students.some(isRegraded) ? "Save and Regrade" : "Save Task"}
        </Button>
      </Flex>
    </AlertDialog.Content>
  );
}
