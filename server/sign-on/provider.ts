import * as openid from "openid-client";
import { z } from "zod";
import { oneLine } from "../../core/basics/shown-name.ts";
import type { Log } from "../adapters/log.ts";
import type { SignOnFailure } from "../contract/sign-on-failures.ts";
import type { SignOnSettings } from "./settings.ts";

/** What the browser that begins a sign-on must still have when it comes back; all three are random. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** A person as the provider describes them, after its answer was checked. */
export interface SignedOnPerson {
  readonly issuer: string;
  /** Identifies the person at this issuer, for ever; an address does not. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/** The OpenID Connect provider: authorization code flow with PKCE (RFC 6749, RFC 7636, OpenID Connect Core 1.0). */
export interface Provider {
  readonly name: string;
  /** False if the last attempt to reach it failed. */
  isReachable(): boolean;
  /** Reads its discovery document, unless it was read; gives whether sign-on is possible now. */
  connect(): Promise<boolean>;
  /** Where the browser goes to sign on; null: the provider cannot be reached. */
  begin(secrets: SignOnSecrets): Promise<URL | null>;
  /** Exchanges the code with which the browser came back for the person, or says why it is refused. */
  finish(answer: URLSearchParams, secrets: SignOnSecrets): Promise<SignedOnPerson | SignOnFailure>;
  /** Where the browser goes to sign off; null: the provider does not offer it, or was not reached. */
  signOffUrl(): URL | null;
}

interface Surroundings {
  /** Where browsers reach this server. */
  readonly origin: string;
  readonly log: Log;
  /** Whether the runtime lets this process connect to `host:port`. */
  readonly mayConnect: (host: string) => boolean;
}

/** How much this machine's clock and the provider's may differ. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** The time limit of each request to the provider. */
const TIMEOUT_SECONDS = 8;

/** Where the browser comes back to, and where after signing off: both must be registered at the provider. */
export const RETURN_PATHS = { signedOn: "/auth/sign-on/callback", signedOff: "/auth" } as const;

/** What a sign-on needs; OpenID Connect Discovery requires all of it. */
const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

export function openProvider(settings: SignOnSettings, { origin, log, mayConnect }: Surroundings): Provider {
  const issuer = new URL(settings.issuer);
  const returnAddress = `${origin}${RETURN_PATHS.signedOn}`;
  let configuration: openid.Configuration | null = null;
  let connecting: Promise<boolean> | undefined;
  /** Why the last attempt failed; null: it did not, or there was none. */
  let fault: string | null = null;

  /** OpenID Connect prefers the secret in a header; some providers take it in the body alone. */
  const authenticate: openid.ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const { ClientSecretBasic, ClientSecretPost } = openid;
    const present = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    return present(settings.clientSecret)(server, ...request);
  };

  async function discover(): Promise<boolean> {
    try {
      const found = await openid.discovery(
        issuer,
        settings.clientId,
        { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        authenticate,
        {
          timeout: TIMEOUT_SECONDS,
          // The library checks an ID token's signature only if asked to, as the token comes from the provider over TLS.
          execute: [
            openid.enableNonRepudiationChecks,
            ...(issuer.protocol === "http:" ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
      requireUsable(found.serverMetadata(), mayConnect);
      configuration = found;
      fault = null;
      log.info("sign-on-ready", { issuer: settings.issuer });
      return true;
    } catch (error) {
      const reason = reasonOf(error);
      // Once for each reason: it is tried again every minute.
      if (reason !== fault) log.warn("sign-on-unavailable", { issuer: settings.issuer, reason });
      fault = reason;
      return false;
    }
  }

  async function connect(): Promise<boolean> {
    if (configuration !== null) return true;
    connecting ??= discover().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  return {
    name: settings.name,
    isReachable: () => fault === null,
    connect,
    async begin({ state, nonce, verifier }) {
      if (!(await connect())) return null;
      return openid.buildAuthorizationUrl(configuration!, {
        redirect_uri: returnAddress,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
    },
    async finish(answer, { state, nonce, verifier }) {
      if (!(await connect())) return "unavailable";
      const address = new URL(`${returnAddress}?${answer}`);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      try {
        const tokens = await openid.authorizationCodeGrant(configuration!, address, checks);
        return await personOf(configuration!, tokens);
      } catch (error) {
        const failure = failureOf(error);
        // Neither the code nor a token: the reason is the library's or the provider's own word.
        log.warn("sign-on-refused", { failure, reason: reasonOf(error) });
        return failure;
      }
    },
    signOffUrl() {
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
      // With the client's ID in place of the ID token, which would be in the address.
      return openid.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${origin}${RETURN_PATHS.signedOff}`,
      });
    },
  };
}

/** @throws {Error} that says why no sign-on would work with this provider. */
function requireUsable(metadata: openid.ServerMetadata, mayConnect: Surroundings["mayConnect"]): void {
  const missing = NEEDED.filter((name) => metadata[name] === undefined);
  if (missing.length > 0) throw new Error(`its discovery document has no ${missing.join(" and no ")}`);
  const asked = [metadata.token_endpoint, metadata.jwks_uri, metadata.userinfo_endpoint];
  const hosts = asked.flatMap((address) => (address === undefined ? [] : [hostOf(new URL(address))]));
  const closed = [...new Set(hosts)].filter((host) => !mayConnect(host));
  if (closed.length === 0) return;
  const since = "it did not answer when the server started";
  throw new Error(`${since}, so that connections to ${closed.join(" and ")} are not allowed: restart the server`);
}

function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** What is not of this form counts as not sent. */
const CLAIMS = z.object({
  email: z.email().max(254).nullable().catch(null),
  name: z.string().overwrite(oneLine).min(1).nullable().catch(null),
});

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** The person whom the ID token names. Some providers tell the address at their userinfo endpoint alone. */
async function personOf(configuration: openid.Configuration, tokens: Tokens): Promise<SignedOnPerson> {
  const idToken = tokens.claims()!;
  const asks = idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = asks ? await openid.fetchUserInfo(configuration, tokens.access_token, idToken.sub) : {};
  const claims: Readonly<Record<string, unknown>> = { ...idToken, ...more };
  // Some providers send it as text.
  const emailVerified = claims.email_verified === true || claims.email_verified === "true";
  return { issuer: idToken.iss, subject: idToken.sub, emailVerified, ...CLAIMS.parse(claims) };
}

/** The library's codes for a provider that does not answer as one; others are for answers that are not right. */
const OUTAGES: ReadonlySet<string | undefined> = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  // An error that the library does not know, such as the runtime's.
  undefined,
]);

const OUTAGE_ERRORS: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

function failureOf(error: unknown): SignOnFailure {
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === "access_denied") return "cancelled";
    return OUTAGE_ERRORS.has(error.error) ? "unavailable" : "refused";
  }
  if (error instanceof openid.ResponseBodyError) return OUTAGE_ERRORS.has(error.error) ? "unavailable" : "refused";
  // Fetch throws it if there is no connection.
  if (error instanceof TypeError) return "unavailable";
  return error instanceof openid.ClientError && OUTAGES.has(error.code) ? "unavailable" : "refused";
}

/** For the log: the error and what caused it, as far as these are words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const named = "error" in error && typeof error.error === "string" ? `: ${error.error.slice(0, 100)}` : "";
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error.message}${named}${cause}`;
}
