/** What a person is in a class and its tasks. */
export const ROLES = ["owner", "co-instructor", "grader"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Whether a person in this role decides about a class or task, instead of grading a part of it.
 *
 * @example
 * instructs({ role: "co-instructor" }); // true
 * instructs({ role: "grader" }); // false
 */
export function instructs({ role }: { readonly role: Role }): boolean {
  return role !== "grader";
}
