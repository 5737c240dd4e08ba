import { setTimeout as pause } from "node:timers/promises";
import type { LoadedCourse } from "./course.ts";
import type { Latencies } from "./latencies.ts";

interface Grading extends Pick<LoadedCourse, "instructor"> {
  readonly latencies: Latencies;
  readonly fileId: string;
  /** Milliseconds before the points are given. */
  readonly looksFor: number;
}

/** A grader opens a page, looks at it, and gives 5 points: four calls. */
export async function gradeFile({ instructor, latencies, fileId, looksFor }: Grading): Promise<void> {
  const params = { fileId };
  await latencies.time("read: circuit", () => instructor.call("getCircuitData", { params }));
  await latencies.time("read: grade rows", () => instructor.call("getGradeRows", { params }));
  await latencies.time("read: picture", async () => {
    const answer = await instructor.callLoosely("getPagePicture", { params });
    await answer.response.arrayBuffer();
    return answer;
  });
  await pause(looksFor);
  await latencies.time("write: grade", () => instructor.call("updateGrade", { params, body: { total_grade: 5 } }));
}
