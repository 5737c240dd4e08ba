import { CheckIcon, CopyIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { LIMITS } from "../../core/rules/limits.ts";
import { copyText } from "../copy-text.ts";
import { usePassingNote } from "../hooks/use-passing-note.ts";

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** The message once it is done: 'The link was copied.' */
  readonly done: string;
  readonly small?: boolean;
  onCopied?(): void;
}

export function CopyButton({ text, label, done, small = false, onCopied }: CopyButtonProps) {
  const [note, setNote] = usePassingNote(LIMITS.copiedSeconds);

  async function copy(): Promise<void> {
    const copied = await copyText(text);
    setNote(copied ? done : null);
    if (copied) onCopied?.();
  }

  return (
    <>
      <Button {...(small && { size: "1", variant: "soft" })} onClick={() => void copy()}>
        {note === null ? <CopyIcon /> : <CheckIcon />}
        {note === null ? label : "Copied"}
      </Button>
      <span className="visually-hidden" role="status">
        {note}
      </span>
    </>
  );
}
