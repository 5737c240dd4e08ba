import type { z } from "zod";
import type { Frozen } from "../../core/basics/frozen.ts";
import { ACCOUNTS_ENDPOINTS } from "./endpoints/accounts.ts";
import { ANSWERS_ENDPOINTS } from "./endpoints/answers.ts";
import { AUTH_ENDPOINTS } from "./endpoints/auth.ts";
import { CLASSES_ENDPOINTS } from "./endpoints/classes.ts";
import { DETECTION_ENDPOINTS } from "./endpoints/detection.ts";
import { EXCHANGE_ENDPOINTS } from "./endpoints/exchange.ts";
import { FILES_ENDPOINTS } from "./endpoints/files.ts";
import { NOTIFICATIONS_ENDPOINTS } from "./endpoints/notifications.ts";
import { RELEASE_ENDPOINTS } from "./endpoints/release.ts";
import { RESULTS_ENDPOINTS } from "./endpoints/results.ts";
import { SECOND_FACTOR_ENDPOINTS } from "./endpoints/second-factor.ts";
import { STACKS_ENDPOINTS } from "./endpoints/stacks.ts";
import { SYSTEM_ENDPOINTS } from "./endpoints/system.ts";
import { TASKS_ENDPOINTS } from "./endpoints/tasks.ts";

/**
 * Every call of the server by name: method, path, who may make it, its schemas, a summary. The server's routes, the
 * clients' types and the OpenAPI document come from this table. A browser imports `addresses.ts`, which has no schemas.
 */
export const ENDPOINTS = {
  ...AUTH_ENDPOINTS,
  ...SECOND_FACTOR_ENDPOINTS,
  ...NOTIFICATIONS_ENDPOINTS,
  ...TASKS_ENDPOINTS,
  ...CLASSES_ENDPOINTS,
  ...FILES_ENDPOINTS,
  ...STACKS_ENDPOINTS,
  ...RESULTS_ENDPOINTS,
  ...RELEASE_ENDPOINTS,
  ...EXCHANGE_ENDPOINTS,
  ...ANSWERS_ENDPOINTS,
  ...DETECTION_ENDPOINTS,
  ...ACCOUNTS_ENDPOINTS,
  ...SYSTEM_ENDPOINTS,
} as const;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

type Part<E, K extends "params" | "query" | "body"> = E extends { readonly [_ in K]: infer S extends z.ZodType }
  ? { readonly [_ in K]: Frozen<z.input<S>> }
  : object;

// One entry for each call. Where a call is made, `Name` is not known at first, and the compiler then takes all names at
// once: parts that are joined by & become every combination of the parts of all calls. A mapped type does not prevent
// it, since looking a name up in it puts the name into its formula again; an interface that extends it does (seen with
// TypeScript 7.0.2, where types were checked in a sixth of the time after this change).
type RequestTable = {
  readonly [Name in EndpointName]: Part<Endpoints[Name], "params"> &
    Part<Endpoints[Name], "query"> &
    Part<Endpoints[Name], "body"> &
    (Endpoints[Name] extends { readonly form: object } ? { readonly body: FormData } : object);
};

type ResponseTable = {
  readonly [Name in EndpointName]: Endpoints[Name]["response"] extends infer S
    ? S extends z.ZodType
      ? Frozen<z.output<S>>
      : Response
    : never;
};

interface Requests extends RequestTable {}
interface Responses extends ResponseTable {}

/** What a caller of `Name` passes: `{ params: { taskId } , body: … }`; empty if it takes nothing. */
export type RequestOf<Name extends EndpointName> = Requests[Name];

/** The response of `Name`: the JSON value, or a `Response` with bytes, text or events. */
export type ResponseOf<Name extends EndpointName> = Responses[Name];
