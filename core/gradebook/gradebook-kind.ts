/** The programs whose gradebooks are known by their header or shape, and any other table. */
export const GRADEBOOK_KINDS = ["canvas", "moodle", "brightspace", "blackboard", "table"] as const;
export type GradebookKind = (typeof GRADEBOOK_KINDS)[number];
