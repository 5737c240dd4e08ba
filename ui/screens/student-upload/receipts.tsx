import { CheckIcon, CopyIcon, DownloadIcon, ExclamationTriangleIcon, EyeClosedIcon } from "@radix-ui/react-icons";
import { useId, useRef } from "react";
import { LIMITS } from "../../../core/rules/limits.ts";
import type { Receipt } from "../../../server/contract/results/file.ts";
import { pathOf } from "../../api.ts";
import { copyText } from "../../copy-text.ts";
import { formatDate, formatSize } from "../../format.ts";
import { usePassingNote } from "../../hooks/use-passing-note.ts";
import { linksOf, receiptText } from "../../uploads/receipt.ts";

interface ReceiptsProps {
  readonly receipts: readonly Receipt[];
  readonly title: string;
  /** Those that this device keeps. */
  readonly links: readonly string[];
  onKeepLinks(links: readonly string[]): void;
  /** Removes them from this browser; null while files are on their way. */
  readonly onRemove: (() => void) | null;
}

export function Receipts({ receipts, title, links: kept, onKeepLinks, onRemove }: ReceiptsProps) {
  const [copied, setCopied] = usePassingNote<true>(LIMITS.copiedSeconds);
  const links = linksOf(receipts);

  async function copy(): Promise<void> {
    if (await copyText(receiptText(receipts, { title, formatDate }))) setCopied(true);
  }

  return (
    <section className="card receipts" aria-labelledby="receipts">
      <h2 id="receipts">Your receipt</h2>
      <p className="hint">
        Keep it: it proves what you handed in, and when. Only this tab shows it, as long as it is open. At a shared
        computer, remove it when you are done.
      </p>
      <ul className="spaced">
        {receipts.map((receipt) => (
          <li key={receipt.filename}>
            <strong className="line">
              <CheckIcon aria-hidden />
              Item {receipt.item_number}
            </strong>
            {receipt.notice !== undefined && (
              <p className="line" role="status">
                <ExclamationTriangleIcon aria-hidden />
                <span>{receipt.notice}</span>
              </p>
            )}
            <dl>
              <dt>File</dt>
              <dd>{receipt.filename}</dd>
              <dt>Size</dt>
              <dd>{formatSize(receipt.size)}</dd>
              <dt>Received</dt>
              <dd>
                <time dateTime={receipt.received_at}>{formatDate(receipt.received_at)}</time>
              </dd>
            </dl>
            <details>
              <summary>Details</summary>
              SHA-256 <span className="hash">{receipt.sha256}</span>
            </details>
          </li>
        ))}
      </ul>
      {links.map((link) => (
        <ResultLink key={link} link={link} />
      ))}
      {links.length > 0 && (
        <label className="line scripted keep-link">
          <input
            type="checkbox"
            checked={links.every((link) => kept.includes(link))}
            onChange={({ target }) => onKeepLinks(target.checked ? links : [])}
          />
          Keep the link on this device, for when the grades are released
        </label>
      )}
      <div className="row actions">
        <button type="button" className="button scripted" onClick={() => void copy()}>
          {copied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
          <span aria-live="polite">{copied ? "Copied" : "Copy receipt"}</span>
        </button>
        <RemoveButton onRemove={onRemove} />
      </div>
    </section>
  );
}

/** What a device shows to a student who comes back. */
export function KeptLinks({ links, onRemove }: Pick<ReceiptsProps, "links" | "onRemove">) {
  return (
    <section className="card receipts" aria-label="Kept on this device">
      {links.map((link) => (
        <ResultLink key={link} link={link} />
      ))}
      <div className="row actions">
        <RemoveButton onRemove={onRemove} />
      </div>
    </section>
  );
}

function RemoveButton({ onRemove }: Pick<ReceiptsProps, "onRemove">) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="button scripted"
        disabled={onRemove === null}
        onClick={() => dialog.current?.showModal()}
      >
        <EyeClosedIcon aria-hidden />
        Remove from this device
      </button>
      <dialog
        ref={dialog}
        className="spaced"
        aria-labelledby={id}
        onClose={({ currentTarget }) => currentTarget.returnValue === "remove" && onRemove?.()}
      >
        <h2 id={id}>Have you saved the link to your results?</h2>
        <p>
          It is removed with the receipt, and so are files that you have not sent. Your teacher keeps what you handed
          in.
        </p>
        <form method="dialog" className="row actions">
          <button type="submit" className="button primary" value="keep">
            Keep it
          </button>
          <button type="submit" className="button" value="remove">
            Remove
          </button>
        </form>
      </dialog>
    </>
  );
}

function ResultLink({ link }: { readonly link: string }) {
  const qr = qrAddress(link);
  return (
    <div className="row result-link">
      <img src={qr} alt="QR code of the link to your results" width="132" height="132" />
      <div className="spaced tight">
        <h3>Your results</h3>
        <p>
          When your teacher releases the grades, you see them here: <a href={link}>{link}</a>
        </p>
        <p className="hint">Keep the link to yourself. Without it, ask your teacher for your results.</p>
        <a className="button" href={qr} download="circuitgrade-results.png">
          <DownloadIcon aria-hidden />
          Save QR code
        </a>
      </div>
    </div>
  );
}

/** The picture of a link's QR code, by this server, whatever name it is reached by. */
function qrAddress(link: string): string {
  const token = new URL(link).pathname.split("/").at(-1) ?? "";
  return pathOf("getResultQr", { params: { token } });
}
