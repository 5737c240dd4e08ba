import { ImageIcon, TrashIcon } from "@radix-ui/react-icons";
import { type ClipboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { shownName } from "../../../../core/basics/shown-name.ts";
import { QUESTION } from "../../../../core/rules/limits.ts";
import { PICTURE_WANTED, type Question } from "../../../../core/rules/tasks/question.ts";
import { FileButton, LongInput, SmallButton } from "../../../components/controls.tsx";
import { ItemFold, type ItemPartProps } from "./item-fold.tsx";
import { smallPicture } from "./small-picture.ts";

interface QuestionFieldsProps extends ItemPartProps<Question> {
  /** The address of a stored picture. */
  urlOf(picture: string): string;
}

/** What an item asks of students. */
export function QuestionFields({ value: question, label, field, issues, urlOf, onChange }: QuestionFieldsProps) {
  const { text, picture } = question;
  const [chosen, setChosen] = useState<string | null>(null);
  const [wrongFile, setWrongFile] = useState<string | null>(null);
  /** Of the choices of a picture: what takes longer to decode must not replace what was chosen after it. */
  const choices = useRef(0);
  const pictureError = wrongFile ?? issues.errorOf(`${field}.picture`);

  async function choose(file: File): Promise<void> {
    const choice = ++choices.current;
    const picture = await smallPicture(file);
    if (choice !== choices.current) return;
    setWrongFile(
      picture === null ? `${shownName(file.name)} is not a picture that can be shown. ${PICTURE_WANTED}` : null,
    );
    setChosen(picture);
  }

  // What was typed while the picture was decoded must stay: it goes into the form as that is now.
  useEffect(() => {
    if (chosen === null) return;
    setChosen(null);
    onChange({ text, picture: chosen }, `${field}.picture`);
  }, [chosen, text, field, onChange]);

  function remove({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    // The button disappears: the one that adds a picture is next to it.
    currentTarget.parentElement?.querySelector("button")?.focus();
    choices.current++;
    onChange({ text, picture: null }, `${field}.picture`);
  }

  function paste(event: ClipboardEvent): void {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    void choose(file);
  }

  return (
    <ItemFold title="Question" summary={summaryOf(question)} field={field} issues={issues} className="question-fold">
      <div className="spaced tight">
        <LongInput
          label="What students are asked"
          error={issues.errorOf(`${field}.text`)}
          hint="Printed on the sheet and shown on the students’ page. A picture can be pasted here, too."
          aria-label={`${label}, question`}
          size="3"
          rows={3}
          maxLength={QUESTION.textLength}
          value={text}
          onPaste={paste}
          onChange={({ target }) => onChange({ text: target.value, picture }, `${field}.text`)}
        />
        {picture !== null && (
          <img className="question-picture" src={urlOf(picture)} alt={`Of the question of ${label}`} />
        )}
        <div className="row">
          <FileButton
            label={`${label}, picture of the question`}
            accept=".png,.jpg,.jpeg"
            size="2"
            variant="soft"
            onFile={(file) => void choose(file)}
          >
            <ImageIcon /> {picture === null ? "Add Picture" : "Replace Picture"}
          </FileButton>
          {picture !== null && (
            <SmallButton size="2" onClick={remove}>
              <TrashIcon /> Remove Picture
            </SmallButton>
          )}
        </div>
        {pictureError !== undefined && (
          <p className="field-error" role="alert">
            {pictureError}
          </p>
        )}
      </div>
    </ItemFold>
  );
}

function summaryOf({ text, picture }: Question): string {
  if (text.trim() !== "") return text;
  return picture === null ? "none: students see only the item’s number" : "a picture";
}
