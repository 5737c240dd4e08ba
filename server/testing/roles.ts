import { z } from "zod";
import type { Access, Endpoint } from "../contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";

/** Who may call, as the matrix of access names them. Every one but nobody knows the ids of Ana's things. */
export const ROLES = [
  "owner",
  "other instructor",
  "administrator",
  "student with a link",
  "owner's token, read",
  "owner's token, grade",
  "other's token, grade",
  "command on the server",
  "monitoring",
  "nobody",
] as const;
export type Role = (typeof ROLES)[number];

/** A call is answered, or refused with this status. */
export type Outcome = "yes" | "401" | "403" | "404";

const SIGNED_IN: readonly Role[] = ["owner", "other instructor", "administrator"];

/** Others than Ana, to whom her things do not exist: an administrator manages accounts and sees nothing of her work. */
const STRANGERS: readonly Role[] = ["other instructor", "administrator", "other's token, grade"];

/** Who has which credentials: what a call of this access answers to a role if it concerns nobody else. */
const CREDENTIALS: Readonly<Record<Access, (role: Role) => Outcome>> = {
  public: () => "yes",
  session: (role) => (SIGNED_IN.includes(role) ? "yes" : "401"),
  read: (role) => (role.includes("token") ? "yes" : "401"),
  grade: (role) => (role === "owner's token, read" ? "403" : role.includes("token") ? "yes" : "401"),
  administrator: (role) => {
    if (role === "administrator" || role === "command on the server") return "yes";
    return SIGNED_IN.includes(role) ? "403" : "401";
  },
  admin: (role) => (role === "command on the server" ? "yes" : "401"),
  metrics: (role) => (role === "monitoring" ? "yes" : "401"),
};

/** What `name` must answer to a role that asks for Ana's things, by the table of endpoints. */
export function expectedOutcome(name: EndpointName, role: Role): Outcome {
  const endpoint: Endpoint = ENDPOINTS[name];
  const outcome = CREDENTIALS[endpoint.access](role);
  if (outcome !== "yes" || !namesObject(endpoint)) return outcome;
  if (role === "nobody") return "404";
  const mayAskForAnyone = endpoint.access === "public" || endpoint.access === "administrator";
  return STRANGERS.includes(role) && !mayAskForAnyone ? "404" : "yes";
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

/** The matrix as a table in Markdown. */
export function accessTable(): string {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const cells = (name: EndpointName) => ROLES.map((role) => expectedOutcome(name, role));
  const lines = names.map((name) => {
    const { method, path, access } = ENDPOINTS[name];
    return `| \`${method} ${path}\` | ${access} | ${cells(name).join(" | ")} |`;
  });
  const head = `| call | access | ${ROLES.join(" | ")} |\n| --- | --- | ${ROLES.map(() => "---").join(" | ")} |`;
  return `# Who may make which call

Made by a program from the table of endpoints (\`server/contract/endpoints\`). \`npx vitest run server/access.test.ts\` makes
every request of this matrix and compares the answers; with \`-u\` it writes this page again.

All roles but nobody know the ids of an instructor's class, task, pages and so on. *yes*: the call is answered. 401: it
wants other credentials. *monitoring* has METRICS_TOKEN. 403: the credentials do not cover it. 404: as if there were no such thing.

${head}
${lines.join("\n")}
`;
}
