import { z } from "zod";
import { groupBy } from "../../core/basics/group-by.ts";
import type { Access, Endpoint } from "../contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";

/** Who may call, as the matrix of access names them. Every one but nobody knows the ids of the owner's things. */
export const ROLES = [
  "owner",
  "co-instructor",
  "grader",
  "grader without pages",
  "other instructor",
  "administrator",
  "student with a link",
  "owner's token, read",
  "owner's token, grade",
  "co-instructor's token, read",
  "co-instructor's token, grade",
  "grader's token, read",
  "grader's token, grade",
  "administrator's token, grade",
  "other's token, grade",
  "command on the server",
  "monitoring",
  "nobody",
] as const;
export type Role = (typeof ROLES)[number];

/** A call is answered, or refused with this status. */
export type Outcome = "yes" | "401" | "403" | "404";

const SIGNED_IN: readonly Role[] = [
  "owner",
  "co-instructor",
  "grader",
  "grader without pages",
  "other instructor",
  "administrator",
];

/**
 * To whom the owner's things do not exist: an administrator manages accounts and sees nothing of instructors' work.
 */
const STRANGERS: readonly Role[] = [
  "other instructor",
  "administrator",
  "administrator's token, grade",
  "other's token, grade",
];

/** What only the account itself has, whatever it shares: other people's do not exist for anybody. */
const PERSONAL: readonly EndpointName[] = [
  "getUser",
  "revokeAccessToken",
  "markNotificationRead",
  "deleteNotification",
];

/** What only the owner may do with a class. */
const OWNERS: readonly EndpointName[] = ["deleteClass"];

/** What graders may do with the pages that are assigned to them; for others the pages do not exist. */
const OF_PAGES: readonly EndpointName[] = [
  "explainAnswer",
  "gradeGroup",
  "chooseReading",
  "takeBackReading",
  "takeBackStatement",
  "undoGrades",
  "generateNetlist",
  "generateVerilog",
  "addPrediction",
  "editPrediction",
  "movePrediction",
  "correctWires",
  "deletePrediction",
  "setFilterThreshold",
  "processDetection",
  "analyzeCircuit",
  "getCircuitData",
  "getFile",
  "getPagePicture",
  "getSubmissionHistory",
  "restoreSubmission",
  "settleHandIn",
  "getGradeRows",
  "updateGrade",
  "answerRegradeRequest",
];

/** What every grader of a class or task may see of it: lists have the assigned pages, or none. */
const OF_GRADERS: readonly EndpointName[] = [
  "getClass",
  "getTasksByClass",
  "getTask",
  "markTaskNotificationsRead",
  "getFiles",
  "getAnswerGroups",
  "acceptGrades",
  "getQueue",
  "getRegradeRequests",
  "getGrades",
];

/** About a student in all classes that a person owns or co-instructs: a grader has none. */
const OF_STUDENTS: readonly EndpointName[] = ["describeStudent", "exportStudent", "eraseStudent"];

/** Who has which credentials: what a call of this access answers to a role if it concerns nobody else. */
const CREDENTIALS: Readonly<Record<Access, (role: Role) => Outcome>> = {
  public: () => "yes",
  session: (role) => (SIGNED_IN.includes(role) ? "yes" : "401"),
  read: (role) => (role.includes("token") ? "yes" : "401"),
  grade: (role) => (role.endsWith("token, read") ? "403" : role.includes("token") ? "yes" : "401"),
  administrator: (role) => {
    if (role === "administrator" || role === "command on the server") return "yes";
    return SIGNED_IN.includes(role) ? "403" : "401";
  },
  admin: (role) => (role === "command on the server" ? "yes" : "401"),
  metrics: (role) => (role === "monitoring" ? "yes" : "401"),
};

/** What `name` must answer to a role that asks for the owner's things, by the table of endpoints. */
export function expectedOutcome(name: EndpointName, role: Role): Outcome {
  const endpoint: Endpoint = ENDPOINTS[name];
  const outcome = CREDENTIALS[endpoint.access](role);
  if (outcome !== "yes" || !namesObject(endpoint)) return outcome;
  if (role === "nobody") return "404";
  if (endpoint.access === "public" || endpoint.access === "administrator" || role.startsWith("owner")) return "yes";
  if (STRANGERS.includes(role) || (PERSONAL.includes(name) && SIGNED_IN.includes(role))) return "404";
  if (role.startsWith("co-instructor")) return OWNERS.includes(name) ? "403" : "yes";
  return role.startsWith("grader") ? expectedOfGrader(name, role) : "yes";
}

function expectedOfGrader(name: EndpointName, role: Role): Outcome {
  if (OF_GRADERS.includes(name)) return "yes";
  if (OF_PAGES.includes(name)) return role === "grader without pages" ? "404" : "yes";
  return OF_STUDENTS.includes(name) ? "404" : "403";
}

/** Whether the call says which class, task, page … it is about; one that does not can only concern the caller. */
function namesObject({ params, query, body, form }: Endpoint): boolean {
  // The secret in a student's link is the name of their results.
  if (params instanceof z.ZodObject && "token" in params.shape) return true;
  const keys = [params, query, body].flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
  );
  return [...keys, ...Object.keys(form?.fields ?? {})].some((key) => /(Id|_id)$/.test(key));
}

/** The matrix in Markdown: calls that every role gets the same answers from are one row. */
export function accessTable(): string {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const groups = [
    ...groupBy(names, (name) =>
      [ENDPOINTS[name].access, ...ROLES.map((role) => expectedOutcome(name, role))].join(" | "),
    ),
  ];
  const rows = groups.map(([cells], index) => `| [${index + 1}](#calls-${index + 1}) | ${cells} |`);
  const lists = groups.map(([, group], index) => {
    const calls = group.map((name) => `\`${ENDPOINTS[name].method} ${ENDPOINTS[name].path}\``);
    return `## Calls ${index + 1}\n\n${calls.join(", ")}`;
  });
  return `# Who may make which call

Made by a program from the table of endpoints (\`server/contract/endpoints\`). \`npx vitest run server/access.test.ts\` makes
every call in every role and compares the answers; with \`-u\` it writes this page again.

All roles but nobody know the ids of an instructor's class, task, pages and so on. The *co-instructor* and the *graders*
are members of that class; *grader* grades all pages of the item, *grader without pages* has nothing assigned. *yes*: the
call is answered; lists have only what the role may see. 401: it wants other credentials. *monitoring* has METRICS_TOKEN.
403: the credentials do not cover it. 404: as if there were no such thing.

| calls | access | ${ROLES.join(" | ")} |
| --- | --- | ${ROLES.map(() => "---").join(" | ")} |
${rows.join("\n")}

${lists.join("\n\n")}
`;
}
