import type { Context } from "hono";
import type { TokenScope } from "../core/rules/accounts/access-token.ts";
import type { Arrival } from "./arrivals.ts";
import type { RequestBody } from "./request-body.ts";

/** The session of a request. */
export interface Session {
  readonly tokenHash: string;
  readonly passwordValidatedAt: number | null;
  /** Null: it did not begin with single sign-on. */
  readonly signedOnAt: number | null;
  readonly remember: boolean;
  readonly user: SessionUser;
}

/** The access token of a program's call, and its owner. */
export interface TokenUse {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly user: SessionUser;
}

/** The signed-in instructor, without the password's hash. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** What the middleware knows about a request before a handler runs. */
export interface AppEnv {
  /** What Deno passes along with the request. */
  Bindings: { readonly remoteAddr?: { readonly hostname: string } };
  Variables: {
    /** The caller's address, as far as trusted proxies report it. */
    address: string;
    requestId: string;
    /** Set if the request has a body. */
    body?: RequestBody & Pick<Arrival, "grow">;
    /** The code of the error in the response. */
    refusal?: string;
    session: Session | null;
    /** For the audit log: the typed address of the account that a call is about. */
    aboutEmail?: string;
    /** For the audit log: what exactly a call did. */
    auditDetail?: string;
    /** For the audit log: why a call that was answered did nothing. */
    auditOutcome?: string;
    /** Set by calls that take an access token. */
    token?: TokenUse;
  };
}

export type RequestContext = Context<AppEnv>;
