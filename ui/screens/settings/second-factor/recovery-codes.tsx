import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Callout } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../../components/copy-button.tsx";
import { HIGH_CONTRAST } from "../../../components/high-contrast.ts";
import { saveFile } from "../../../save-file.ts";
import { useShownOnce } from "../use-shown-once.ts";

const NOT_KEPT = {
  title: "Leave without the recovery codes?",
  text: "They were neither copied nor saved, and they are not shown again.",
  action: "Leave them",
} as const;

const FILE_NAME = "circuitgrade-recovery-codes.txt";

/** New recovery codes: the only time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; onDone(): void }) {
  const list = useRef<HTMLOListElement>(null);
  const { keep, close } = useShownOnce(NOT_KEPT, onDone);
  const text = `${codes.join("\n")}\n`;

  // They replaced the form that had the focus.
  useEffect(() => list.current?.focus(), []);

  function save(): void {
    saveFile(new Blob([text], { type: "text/plain" }), FILE_NAME);
    keep();
  }

  return (
    <div className="settings-part">
      <Callout.Root color="amber" size="1" role="status" className={HIGH_CONTRAST}>
        <Callout.Text>
          Keep these recovery codes where you find them without your phone: they are not shown again. Each replaces the
          app's code once.
        </Callout.Text>
      </Callout.Root>
      <ol ref={list} className="factor-codes" tabIndex={-1} aria-label="Recovery codes" onCopy={keep}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="settings-row">
        <CopyButton text={text} label="Copy Codes" done="The codes were copied." onCopied={keep} />
        <Button variant="soft" onClick={save}>
          <DownloadIcon />
          Save as File
        </Button>
        <Button variant="soft" color="gray" onClick={close}>
          Done
        </Button>
      </div>
    </div>
  );
}
