import { CheckCircledIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { useEffect, useRef } from "react";
import type { UploadItem } from "../../../uploads/use-uploads.ts";
import { outcomeWords } from "./hand-in-words.ts";

export function Outcomes({ entries }: { readonly entries: readonly UploadItem[] }) {
  const panel = useRef<HTMLElement>(null);

  // The form is gone, and with it what the student was looking at.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: "center" });
  }, []);

  return (
    <section ref={panel} tabIndex={-1} className="card outcomes" role="status">
      <h2>What happened to your files</h2>
      <ul className="spaced">
        {entries.map((entry) => (
          <li key={entry.item} data-state={entry.state}>
            {entry.state === "taken" ? <CheckCircledIcon aria-hidden /> : <ExclamationTriangleIcon aria-hidden />}
            <span>
              <strong>Item {entry.item}</strong> {outcomeWords(entry)} <small>{entry.file.name}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
