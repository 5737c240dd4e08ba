import type { Role } from "../../../core/rules/tasks/roles.ts";
import { notFound, Refusal } from "../../refusal.ts";

/**
 * What a call needs. `grade`: to be a member, of graders for their own pages alone. `instruct`: to be owner or
 * co-instructor. `own`: to be the owner.
 */
export type Right = "grade" | "instruct" | "own";

const HOLDERS: Readonly<Record<Right, readonly Role[]>> = {
  grade: ["owner", "co-instructor", "grader"],
  instruct: ["owner", "co-instructor"],
  own: ["owner"],
};

const REFUSED: Readonly<Record<Right, string>> = {
  grade: "You may not grade here.",
  instruct: "This is for the owner and the co-instructors of the class. Please ask them.",
  own: "This is for the owner of the class. Please ask them.",
};

/** Refuses a stranger, to whom it does not exist, and a member without the right. */
export function requireRight(role: Role | null, right: Right, missing: string): Role {
  if (role === null) throw notFound(missing);
  if (!HOLDERS[right].includes(role)) throw new Refusal(403, { code: "not-allowed", message: REFUSED[right] });
  return role;
}
