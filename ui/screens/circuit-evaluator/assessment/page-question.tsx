import { Button } from "@radix-ui/themes";
import { ReadingQuestion } from "../../../components/grading/reading-question.tsx";
import { Notice } from "../../../components/notice.tsx";
import { useView } from "../evaluator-store.ts";
import { usePage } from "../use-page.ts";
import { useReadingChoice } from "../use-reading-choice.ts";

/** Asks how the page is to be read, or says what a person has chosen, which can be taken back. */
export function PageQuestion() {
  const [, dispatch] = useView();
  const { grade } = usePage();
  const { question, chosen, busy, choose, takeBack } = useReadingChoice();
  if (chosen !== null) {
    return (
      <Notice mb="3" role="status">
        Reading chosen by {chosen.by}: {chosen.text}{" "}
        <Button size="1" variant="soft" loading={busy} onClick={() => void takeBack()}>
          Take it back
        </Button>
      </Notice>
    );
  }
  if (question === null || grade === null) return null;
  return (
    <ReadingQuestion
      question={question}
      maximum={grade.maximum_grade}
      busy={busy}
      onPoint={(index) => dispatch({ type: "reading", index })}
      onChoose={(reading) => void choose(reading)}
    />
  );
}
