import { CheckIcon, CopyIcon, FileTextIcon } from "@radix-ui/react-icons";
import { useState } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Receipt } from "../../../server/contract/file.ts";
import { copyText } from "../../copy-text.ts";
import { formatDate } from "../../format.ts";
import { formatSize } from "../../uploads/format-size.ts";
import { receiptText } from "../../uploads/receipt.ts";

interface ReceiptsProps {
  readonly receipts: readonly Receipt[];
  /** The task's. */
  readonly title: string;
}

/** What was handed in, to keep as proof. */
export function Receipts({ receipts, title }: ReceiptsProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    if (!(await copyText(receiptText(receipts, { title, formatDate })))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), LIMITS.copiedSeconds * 1000);
  }

  return (
    <section className="card receipts" aria-labelledby="receipts">
      <h2 id="receipts">Your receipt</h2>
      <p className="hint">Keep it: it proves what you handed in, and when.</p>
      <ul>
        {receipts.map((receipt) => (
          <li key={receipt.filename}>
            <strong>
              <CheckIcon aria-hidden />
              Item {receipt.item_number}
            </strong>
            <dl>
              <dt>File</dt>
              <dd>{receipt.filename}</dd>
              <dt>Size</dt>
              <dd>{formatSize(receipt.size)}</dd>
              <dt>Received</dt>
              <dd>
                <time dateTime={receipt.received_at}>{formatDate(receipt.received_at)}</time>
              </dd>
              <dt>SHA-256</dt>
              <dd className="hash">{receipt.sha256}</dd>
            </dl>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={() => void copy()}>
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          <span aria-live="polite">{copied ? "Copied" : "Copy receipt"}</span>
        </button>
        <button type="button" className="button" onClick={() => print()}>
          <FileTextIcon aria-hidden />
          Print receipt
        </button>
      </div>
    </section>
  );
}
