import { DownloadIcon } from "@radix-ui/react-icons";
import { Button, Flex } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import { CopyButton } from "../../../components/copy-button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { saveFile } from "../../../save-file.ts";
import { useShownOnce } from "../use-shown-once.ts";

const NOT_KEPT = {
  title: "Leave without the recovery codes?",
  text: "They were neither copied nor saved, and they are not shown again.",
  action: "Leave them",
} as const;

const FILE_NAME = "circuitgrade-recovery-codes.txt";

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
    <div className="spaced box">
      <Notice color="amber" role="status">
        Keep these recovery codes where you find them without your phone: they are not shown again. Each replaces the
        app's code once.
      </Notice>
      <ol ref={list} className="mono tiles factor-codes" tabIndex={-1} aria-label="Recovery codes" onCopy={keep}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Flex align="center" gap="18px" wrap="wrap">
        <CopyButton text={text} label="Copy Codes" done="The codes were copied." onCopied={keep} />
        <Button variant="soft" onClick={save}>
          <DownloadIcon />
          Save as File
        </Button>
        <Button variant="soft" color="gray" onClick={close}>
          Done
        </Button>
      </Flex>
    </div>
  );
}
