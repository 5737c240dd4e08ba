import type { RequestOf } from "../../server/contract/endpoints.ts";
import { CLASS_BODY } from "../../server/testing/fixtures.ts";
import type { Instructor } from "./site.ts";

export const DAY = 24 * 60 * 60_000;

/** Makes a class of one student, or as `body` says; gives its id. */
export async function newClass(by: Instructor, body: Partial<RequestOf<"createClass">["body"]> = {}): Promise<string> {
  const answer = await by.call("createClass", { body: { ...CLASS_BODY, studentList: ["20230001"], ...body } });
  return answer.class.id;
}

interface NewTask {
  readonly classId: string;
  readonly title?: string;
  /** One item with the key A ^ B for 5 points, or these. */
  readonly answerKeys?: { readonly keys: { readonly expression: string; readonly grade: string }[] }[];
  /** Milliseconds until it is due; by default three days. */
  readonly wait?: number;
}

/** Makes a quiz; gives its id. */
export async function newTask(by: Instructor, { wait = 3 * DAY, ...task }: NewTask): Promise<string> {
  const answerKeys = [{ keys: [{ expression: "A ^ B", grade: "5" }] }];
  const dueDate = new Date(Date.now() + wait).toISOString();
  const body = { title: "Half adder", examType: "quiz" as const, answerKeys, ...task, dueDate };
  return (await by.call("createTask", { body })).id;
}
