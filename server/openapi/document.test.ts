import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../contract/endpoints/endpoint.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import { PAGES } from "../contract/pages.ts";
import { ANA } from "../testing/accounts.ts";
import { insertSubmission, makeClass, makeTask } from "../testing/fixtures.ts";
import { openTestServer } from "../testing/test-server.ts";
import type { OpenApiDocument, Operation } from "./document.ts";

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

const server = await openTestServer();
const ana = await server.instructor();
const document = (await server.visitor().call("openapi", {})).body as unknown as OpenApiDocument;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
afterAll(() => server.close());

function operation(name: EndpointName): Operation {
  return operations.find(({ operationId }) => operationId === name) as Operation;
}

/** What `name` returns according to the document, to compare values with. */
function answerSchema(schema: unknown): z.ZodType {
  const defs = JSON.stringify({ $defs: document.components.schemas, ...(schema as object) });
  return z.fromJSONSchema(JSON.parse(defs.replaceAll("#/components/schemas/", "#/$defs/")));
}

function jsonOf(part: unknown): unknown {
  return (part as { content: Record<string, { schema: unknown }> }).content["application/json"]?.schema;
}

it("has exactly the server's routes", () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const registered = server.app.hono.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !PAGES.some(({ path }) => route === `GET ${path}`))
    .filter((route) => documented.includes(route) || NAMES.some((name) => route.endsWith(` ${ENDPOINTS[name].path}`)));
  expect([...new Set(registered)].sort()).toEqual(documented.sort());
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...NAMES].sort());
});

it.each(NAMES)("describes %s: what it does, who may call it, and its path's parameters", (name) => {
  const { summary, tags, security, parameters = [] } = operation(name);
  const route: Endpoint = ENDPOINTS[name];
  expect(summary).toMatch(/^[A-Z].{10,}[^.]$/);
  expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining([...tags]));
  const schemes = security.flatMap((one) => Object.keys(one));
  expect(schemes).toEqual(
    {
      public: [],
      session: ["session"],
      read: ["token"],
      grade: ["token"],
      administrator: ["session", "admin"],
      admin: ["admin"],
      metrics: ["metrics"],
    }[route.access],
  );
  const inPath = parameters.filter((parameter) => parameter.in === "path").map((parameter) => parameter.name);
  expect(inPath).toEqual([...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]));
});

it("describes the form of each call with one", () => {
  for (const name of NAMES) {
    const { form }: Endpoint = ENDPOINTS[name];
    const { requestBody } = operation(name) as unknown as {
      requestBody?: { content: Record<string, { schema: object }> };
    };
    const described = requestBody?.content["multipart/form-data"]?.schema;
    expect(described).toEqual(form && { type: "object", properties: form.fields, required: form.required });
  }
});

it("refers only to what it contains", () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(refs.length).toBeGreaterThan(50);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(refs)]));
  expect(JSON.stringify(document)).not.toMatch(/\$defs|additionalProperties":false/);
});

describe("a real response matches the document", () => {
  let params: Record<string, string>;

  beforeAll(async () => {
    const classId = await makeClass(ana);
    const taskId = await makeTask(ana, classId);
    params = { classId, taskId, userId: ana.userId, fileId: await insertSubmission(server.context, { taskId }) };
  });

  const readable = NAMES.filter((name) => {
    const { method, path, access, response }: Endpoint = ENDPOINTS[name];
    const known = !/:(?!classId|taskId|userId|fileId)/.test(path);
    return method === "GET" && known && typeof response !== "string" && (access === "session" || access === "public");
  });

  it.each(readable)("%s", async (name) => {
    const query = { task_id: params.taskId };
    const { status, body } = await ana.callLoosely(name, { params, query });
    const { 200: done, default: failed } = operation(name).responses;
    const schema = answerSchema(jsonOf(status === 200 ? done : failed));
    expect(schema.safeParse(body).error).toBeUndefined();
    // A schema that accepts anything would prove nothing.
    expect(schema.safeParse("anything").success).toBe(false);
  });

  it("and so do a refusal and a request", async () => {
    const wrong = { email: ANA.email, password: "Wrong-1" };
    const { status, body } = await server.visitor().callLoosely("login", { body: wrong });
    const { requestBody, responses } = operation("login");
    expect(status).toBeGreaterThanOrEqual(400);
    expect(answerSchema(jsonOf(responses.default)).safeParse(body).error).toBeUndefined();
    expect(answerSchema(jsonOf(requestBody)).safeParse(wrong).error).toBeUndefined();
    expect(answerSchema(jsonOf(requestBody)).safeParse({ email: 1 }).success).toBe(false);
  });
});
