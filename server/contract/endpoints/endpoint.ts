import { z } from "zod";
import { atMost } from "../../../core/rules/at-most.ts";
import { isStudentId } from "../../../core/rules/students/student-id.ts";
import type { CallRateName } from "../../rates.ts";
import { idSchema } from "../common.ts";

/**
 * Who may make a call. `public`: anyone, with or without a session. `session`: a signed-in user. `administrator`: a
 * signed-in administrator, or the command. `admin`: the command alone, on the server's machine, with the token that the
 * server keeps in its data folder. `read` and `grade`: a program with an access token of that scope, and no session.
 * `metrics`: the server's own machine, or a program with `METRICS_TOKEN`. What the members of a class may do with it,
 * its tasks and their pages is decided in `server/services/access`, through which services load them.
 */
export type Access = "public" | "session" | "administrator" | "admin" | "read" | "grade" | "metrics";

/** The fields of a call that takes form data: it is read as it arrives, so they are described rather than parsed. */
interface Form {
  /** JSON Schema of each field. */
  readonly fields: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

/**
 * The whole description of one call. The server works by it; the clients' types and the OpenAPI document come from it.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Mounted at the root; `:name` is a parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** What it does, in one line. */
  readonly summary: string;
  /** Refused if local passwords are switched off: it is about a password. */
  readonly passwords?: true;
  /**
   * How often it may be made. `own`: its service counts, depending on the request. Access tokens have a separate limit.
   */
  readonly rate?: CallRateName | "own";
  /** Of the path. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON. */
  readonly body?: z.ZodType;
  /** Form data, instead of a JSON body. */
  readonly form?: Form;
  /** The maximum size of a body, if larger than usual. */
  readonly bodyBytes?: number;
  /** JSON, or the media type of bytes, text or a stream of events. */
  readonly response: z.ZodType | "image/*" | "application/pdf" | "text/plain" | "text/event-stream" | "*/*";
}

/** The largest body that is written to the disk: a scanned stack. */
export const FILES_BYTES = 512 * 1024 * 1024;
/** Room for the headers of a form's parts. */
export const FORM_OVERHEAD = 16 * 1024;

export const FILE = { type: "string", contentMediaType: "application/octet-stream" } as const;
export const FILES = { type: "array", items: FILE } as const;

/** The parameters of paths that are not IDs. */
const PARAMETERS: Readonly<Record<string, z.ZodString>> = {
  studentId: z.string().refine(isStudentId, "This is not a Student ID."),
  /** Of a student's page of results. */
  token: z.string().check(atMost(200)),
};

type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOf<Path extends string> =
  ParameterOf<Path> extends never
    ? object
    : { readonly params: z.ZodObject<{ [_ in ParameterOf<Path>]: z.ZodString }> };

/**
 * A call by its method and path, and who may make it.
 *
 * @example
 * call("GET /events", "session", { summary: "Live events", response: "text/event-stream" }).path; // "/events"
 */
export function call<
  const Method extends Endpoint["method"],
  const Path extends Endpoint["path"],
  const Caller extends Access,
  const Rest extends Omit<Endpoint, "method" | "path" | "access" | "params">,
>(
  address: `${Method} ${Path}`,
  access: Caller,
  rest: Rest,
): { readonly method: Method; readonly path: Path; readonly access: Caller } & ParamsOf<Path> & Readonly<Rest> {
  const [method, path] = address.split(" ") as [Method, Path];
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, PARAMETERS[name] ?? idSchema])));
  return { method, path, access, ...((names.length > 0 && { params }) as ParamsOf<Path>), ...rest };
}
