import type { InputFile } from "../inputs/find-inputs.ts";
import { unpackInputs } from "../inputs/unpack-inputs.ts";
import { watchInterruption } from "../interruption.ts";
import type { Terminal } from "../terminal.ts";
import { pageDetail } from "../views/page-detail.ts";
import { startProgress } from "../views/progress.ts";
import type { PictureWishes } from "./messages.ts";
import { type BatchPage, readBatch } from "./read-batch.ts";
import { type Installation, openReadingPool, type ReadingPool } from "./reading-pool.ts";

interface InputReading extends Installation {
  readonly terminal: Terminal;
  /** Number of workers; default: the machine's cores. */
  readonly jobs?: number | undefined;
  /** Pictures to leave of a file's pages. */
  pictures?(file: InputFile): PictureWishes;
}

/** The pages of a command's input, as they were read. */
export interface ReadInputs {
  readonly pages: readonly BatchPage[];
  /** SHA-256 of the detector's model, hex. */
  readonly model: string;
  /** Whether Ctrl-C ended the reading early: then pages that were not reached have failed. */
  readonly isInterrupted: boolean;
}

/**
 * Reads all pages of `inputs`, those in ZIP files too, while the terminal shows the progress, and gives what `use`
 * makes of them. The workers end after that: results do not wait for a page that hangs.
 */
export async function readInputs<Result>(
  inputs: readonly InputFile[],
  { terminal, jobs, pictures = () => ({}), ...installation }: InputReading,
  use: (read: ReadInputs) => Promise<Result>,
): Promise<Result> {
  const interruption = watchInterruption();
  const unpacked = await unpackInputs(inputs, { terminal });
  const progress = await startProgress(terminal, "Reading");
  let pool: ReadingPool | null = null;
  try {
    pool = await openReadingPool({ ...installation, jobs });
    const { signal } = interruption;
    const pages = await readBatch(unpacked.files, {
      pool,
      signal,
      pictures,
      onPage: (result, file) => terminal.detail(pageDetail(result, file)),
      onProgress: progress.update,
    });
    progress.end();
    return await use({ pages, model: pool.model, isInterrupted: signal.aborted });
  } finally {
    progress.end();
    interruption.dispose();
    await pool?.close();
    await unpacked.remove();
  }
}
