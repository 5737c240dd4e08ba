import { DAY } from "../../core/basics/durations.ts";
import type { AppContext } from "../context.ts";
import { sweepBackups } from "../services/exports/backup.ts";
import { isClockSteady } from "../services/operation/steady-clock.ts";
import { finishErasures } from "../services/privacy/erase-student.ts";
import { sweepErasures } from "../services/privacy/erasure-list.ts";
import { queueOldReadings } from "../services/reading/old-readings.ts";
import { readingHandler } from "../services/reading/reading.ts";
import { resultMailHandler } from "../services/release/result-mails.ts";
import { queueForgottenPages, sortingHandler } from "../services/stacks/stack-sorting.ts";
import { tendFiles } from "../services/submissions/stored-files.ts";
import { sweepUnpacked } from "../uploads/unpack-upload.ts";
import { sweepJobs } from "./job-queue.ts";

/** Begins to do what waits in the queue, and to sweep up what crashes and time leave behind. */
export async function startJobs(context: AppContext): Promise<void> {
  const { jobs, lifecycle } = context;
  jobs.handle("read", readingHandler(context));
  jobs.handle("sort", sortingHandler(context));
  jobs.handle("results", resultMailHandler(context));
  lifecycle.everyMinute("jobs", async () => {
    await queueForgottenPages(context);
    await queueOldReadings(context);
    jobs.wake();
    if (await isClockSteady(context)) await sweepJobs(context);
  });
  let swept = context.now();
  lifecycle.everyMinute("files", async () => {
    // A clock that went wrong may have been put back.
    if (Math.abs(context.now() - swept) < DAY) return;
    swept = context.now();
    await tendFiles(context);
    if (await isClockSteady(context)) await sweepErasures(context);
  });
  await jobs.start();
  await queueForgottenPages(context);
  await sweepBackups(context);
  await sweepUnpacked(context);
  await finishErasures(context);
  await tendFiles(context);
}
