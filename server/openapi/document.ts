import { z } from "zod";
import * as audit from "../contract/accounts/audit.ts";
import * as auth from "../contract/accounts/auth.ts";
import * as notification from "../contract/accounts/notification.ts";
import * as secondFactor from "../contract/accounts/second-factor.ts";
import * as common from "../contract/common.ts";
import type { Access, Endpoint } from "../contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import * as answers from "../contract/results/answers.ts";
import * as detection from "../contract/results/detection.ts";
import * as file from "../contract/results/file.ts";
import * as release from "../contract/results/release.ts";
import * as system from "../contract/system.ts";
import * as classes from "../contract/tasks/classes.ts";
import { EXCHANGE_FORM } from "../contract/tasks/exchange.ts";
import * as stack from "../contract/tasks/stack.ts";
import * as task from "../contract/tasks/task.ts";
import { sessionCookie } from "../middleware/session-cookie.ts";

type Schema = Record<string, unknown>;

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: Schema;
  readonly servers: readonly { url: string }[];
  readonly tags: readonly { name: string; description: string }[];
  /** By path, with `{name}` for parameters, and by the method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: Schema };
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Schema[];
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

/** The contract's modules whose exported shapes are named in the document; all others are inlined. */
const MODULES = [
  answers,
  audit,
  auth,
  classes,
  common,
  detection,
  file,
  notification,
  release,
  secondFactor,
  stack,
  system,
  task,
];

/** A description of each group of calls, by the path's first word. */
const TAGS: Readonly<Record<string, string>> = {
  auth: "Accounts, sessions, access tokens",
  notification: "Notifications",
  task: "Tasks, templates, gradebooks and feedback",
  classes: "Classes and rosters",
  files: "What students hand in, and its grades",
  results: "What students see under the link of their receipt",
  stacks: "Scanned stacks and the queue of pages that need a person",
  answers: "Answers grouped by what they compute",
  "detect-gates": "Expressions, and the reading of a page",
  api: "Programs with an access token, and this document",
  contact: "Support",
  admin: "The command on the server's own machine",
  system: "The installation",
};

/** In addition to `{ error }`, which every answer from 400 on has; a call may have others, too. */
const FAILURES = {
  400: "The request breaks a rule; `error.issues` names each field that does.",
  401: "Nobody is logged in, or the token is no longer valid.",
  403: "Another site's page asked, or the token may not do this.",
  404: "It does not exist, or belongs to somebody else: both get the same response.",
  413: "The request is too large.",
  429: "Too many requests; `Retry-After` says when to try again.",
} as const;

/** The OpenAPI document of all calls, made from the contract that the server itself uses. */
export function openApiDocument({ origin, version }: { origin: string; version: string }): OpenApiDocument {
  const names = nameShapes();
  const schemas: Record<string, Schema> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, route] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(name, route, { names, schemas });
  }
  const { header, form } = EXCHANGE_FORM;
  const used = new Set(Object.values(ENDPOINTS).map(({ path }) => tagOf(path)));
  return {
    openapi: "3.1.0",
    info: {
      title: "CircuitGrade",
      version,
      description:
        "Fields may be added to responses, never changed. Times are UTC. Errors have `{ error: { code, message } }`, the " +
        "message being for the user; `code` stays as it is. Changing calls that carry the session's cookie must come " +
        "from the server's own pages; programs use an access token instead.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: origin }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie({ origin }).name,
          description: "Set by logging in.",
        },
        token: {
          type: "http",
          scheme: "bearer",
          description: `An access token that an instructor made (cgt_…), with the header ${header}: ${form}.`,
        },
        admin: { type: "http", scheme: "bearer", description: "The token in DATA_DIR/admin-token." },
        metrics: { type: "http", scheme: "bearer", description: "METRICS_TOKEN, if it is set." },
      },
    },
  };
}

interface Drafts {
  readonly names: ReturnType<typeof nameShapes>;
  /** The named shapes that were used, by name. */
  readonly schemas: Record<string, Schema>;
}

/** `fileSchema` is `File`, `filesResponse` is `FilesResponse`; IDs and times are inlined. */
function nameShapes() {
  const names = z.registry<{ id: string }>();
  for (const [name, shape] of MODULES.flatMap((module) => Object.entries(module))) {
    if (!(shape instanceof z.ZodObject) && !(shape instanceof z.ZodDiscriminatedUnion)) continue;
    if (!/(Schema|Response)$/.test(name) || names.has(shape)) continue;
    names.add(shape, { id: `${name[0]?.toUpperCase()}${name.slice(1)}`.replace(/Schema$/, "") });
  }
  return names;
}

function operationOf(name: EndpointName, route: Endpoint, drafts: Drafts): Operation {
  const parameters = [...parametersOf(route.params, "path", drafts), ...parametersOf(route.query, "query", drafts)];
  const body = bodyOf(route, drafts);
  return {
    operationId: name,
    summary: route.summary,
    tags: [tagOf(route.path)],
    security: SECURITY[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: { 200: answerOf(route, drafts), ...failuresOf(route), default: failure("Any other failure.") },
  };
}

function tagOf(path: string): string {
  const first = path.split("/")[1] ?? "";
  return first in TAGS ? first : "system";
}

const SECURITY: Readonly<Record<Access, readonly Schema[]>> = {
  public: [],
  session: [{ session: [] }],
  read: [{ token: [] }],
  grade: [{ token: [] }],
  administrator: [{ session: [] }, { admin: [] }],
  admin: [{ admin: [] }],
  metrics: [{ metrics: [] }],
};

function parametersOf(shape: z.ZodType | undefined, place: "path" | "query", drafts: Drafts): Schema[] {
  if (shape === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(shape, "input", drafts) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

function bodyOf({ body, form }: Endpoint, drafts: Drafts): Schema | null {
  if (body !== undefined) return { "application/json": { schema: schemaOf(body, "input", drafts) } };
  if (form === undefined) return null;
  return { "multipart/form-data": { schema: { type: "object", properties: form.fields, required: form.required } } };
}

function answerOf({ response }: Endpoint, drafts: Drafts): Schema {
  if (response === "text/event-stream") {
    const schema = schemaOf(system.liveEventSchema, "output", drafts);
    const text = { type: "string", description: "Each event's data is this as JSON.", contentSchema: schema };
    return { description: "Events until either side ends it.", content: { [response]: { schema: text } } };
  }
  if (typeof response === "string") return { description: "The bytes.", content: { [response]: {} } };
  return { description: "Done.", content: { "application/json": { schema: schemaOf(response, "output", drafts) } } };
}

function failuresOf({ access, params, query, method, rate, ...sent }: Endpoint): Record<string, Schema> {
  const hasBody = sent.body !== undefined || sent.form !== undefined;
  const failures: Partial<Record<keyof typeof FAILURES, boolean>> = {
    400: hasBody || query !== undefined,
    401: access !== "public",
    403: method !== "GET" || access === "grade",
    404: params !== undefined,
    413: hasBody,
    429: rate !== undefined || access === "read" || access === "grade",
  };
  const codes = (Object.keys(FAILURES) as `${keyof typeof FAILURES}`[]).filter((code) => failures[code]);
  return Object.fromEntries(codes.map((code) => [code, failure(FAILURES[code])]));
}

function failure(description: string): Schema {
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorBody" } } } };
}

/** The JSON Schema of a shape; named shapes within it are added to `schemas` and referenced. */
function schemaOf(shape: z.ZodType, io: "input" | "output", { names, schemas }: Drafts): Schema {
  const written = z.toJSONSchema(z.object({ shape, error: common.errorBodySchema }), {
    io,
    // Requests differ from parsed values, and named shapes are those of responses.
    ...(io === "output" && { metadata: names }),
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // A client must not fail because a field was added.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // The format says it; the pattern takes half a line.
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      delete jsonSchema.id;
    },
  });
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $defs = {}, properties }: { $defs?: Record<string, Schema>; properties: { shape: Schema } } =
    JSON.parse(text);
  Object.assign(schemas, $defs);
  return properties.shape;
}
