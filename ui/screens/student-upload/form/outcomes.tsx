import { CheckCircledIcon, ExclamationTriangleIcon } from "@radix-ui/react-icons";
import { useEffect, useRef } from "react";
import { itemList } from "../../../../core/rules/tasks/item-list.ts";
import type { Receipt } from "../../../../server/contract/results/file.ts";
import { receiptsOf, studentOf } from "../../../uploads/receipt.ts";
import type { UploadItem } from "../../../uploads/use-uploads.ts";
import { missingWords, outcomeWords } from "./hand-in-words.ts";

/** For a panel in place of the form that had the focus: it must not be above the visible part. */
function useShownPanel() {
  const panel = useRef<HTMLElement>(null);

  // The form is gone, and with it what the student was looking at.
  useEffect(() => {
    panel.current?.focus();
    panel.current?.scrollIntoView({ block: "center" });
  }, []);

  return panel;
}

export function Outcomes({ entries }: { readonly entries: readonly UploadItem[] }) {
  const panel = useShownPanel();
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

interface SuccessProps {
  readonly taken: readonly Receipt[];
  readonly receipts: readonly Receipt[];
  readonly items: readonly number[];
  readonly closed: boolean;
  /** A received file cannot be replaced. */
  readonly final: boolean;
  /** Null: the form is still there. */
  readonly onAgain: (() => void) | null;
}

export function Success({ taken, receipts, items, closed, final, onAgain }: SuccessProps) {
  const panel = useShownPanel();
  const students = [...new Set(taken.map(studentOf))];

  return (
    <section ref={panel} tabIndex={-1} className="card centred notice success" role="status">
      <CheckCircledIcon aria-hidden />
      <h2>Files Uploaded Successfully!</h2>
      <p>Thank you for your submission.</p>
      {students.map((student) => {
        const received = receiptsOf([...receipts, ...taken], student).map((receipt) => receipt.item_number);
        return (
          <p key={student} className="state">
            {student}: received {itemList(received)}. {missingWords(items, received)}
          </p>
        );
      })}
      {!closed && !final && <p>Until the due date, a new file for an item replaces the earlier one.</p>}
      <p>Your teacher will look at your answers next.</p>
      {!closed && onAgain && (
        <button type="button" className="button" onClick={onAgain}>
          Submit another file
        </button>
      )}
    </section>
  );
}
