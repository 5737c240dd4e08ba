import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { RETURN_PATHS } from "../../sign-on/provider.ts";
import type { TestClient } from "../test-client.ts";
import { freePort } from "./free-port.ts";

/** What the provider knows about a person, by the claims' names. */
export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

/** A real OpenID Connect provider on this machine. Anybody signs on there as the person whose subject is typed. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** The server's settings for it. */
  readonly variables: Readonly<Record<string, string>>;
  /** By subject. */
  readonly people: Map<string, Claims>;
  /** What a test makes of the claims of each ID token; signed with the provider's key again. */
  forge: ((claims: JWTPayload) => JWTPayload) | null;
  /** Signs forged tokens with a key that is not the provider's. */
  signWithOther: boolean;
  /** Stops listening, as in an outage. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface ProviderOptions {
  /** Where browsers reach the server that is the provider's client. */
  readonly origin: string;
  /** Without it, the provider offers no sign-off. */
  readonly signOff?: boolean;
  /** Whether ID tokens hold the address; otherwise the userinfo endpoint alone tells it. */
  readonly addressInToken?: boolean;
}

const CLIENT = { client_id: "circuitgrade", client_secret: "secret-of-the-client" };

export async function openOpenIdProvider(options: ProviderOptions): Promise<OpenIdProvider> {
  const { origin, signOff = true, addressInToken = true } = options;
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const [own, other] = await Promise.all([makeKey("own"), makeKey("own")]);
  const people = new Map<string, Claims>();
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${origin}${RETURN_PATHS.signedOn}`],
        post_logout_redirect_uris: [`${origin}${RETURN_PATHS.signedOff}`],
      },
    ],
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: !addressInToken,
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: signOff } },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    jwks: { keys: [own.jwk] },
    // Nobody is asked whether the client may know the address.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: CLIENT.client_id, accountId: oidc.account!.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    renderError(context, { error, error_description }) {
      context.body = `${error}: ${error_description}`;
    },
  });
  const result: OpenIdProvider = {
    issuer,
    variables: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: "Campus Login",
    },
    people,
    forge: null,
    signWithOther: false,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: () => new Promise((resolve) => server.listen(port, "localhost", resolve)),
  };
  provider.use(async (context, next) => {
    await next();
    const { id_token } = (context.body ?? {}) as { id_token?: string };
    if (context.path !== "/token" || id_token === undefined) return;
    const claims = JSON.parse(Buffer.from(id_token.split(".")[1]!, "base64url").toString()) as JWTPayload;
    const forged = new SignJWT(result.forge?.(claims) ?? claims).setProtectedHeader({ alg: "RS256", kid: "own" });
    const { privateKey } = result.signWithOther ? other : own;
    context.body = { ...(context.body as object), id_token: await forged.sign(privateKey) };
  });
  const server = createServer(provider.callback());
  await result.start();
  return result;
}

async function makeKey(kid: string) {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: "sig", alg: "RS256" } };
}

/** What a browser does at the provider, from the address to which the server sent it: gives the address it comes back to. */
async function signOnAt(url: string, subject: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let request: { url: URL; body?: string } = { url: new URL(url) };
  for (let step = 0; step < 10; step++) {
    const response = await fetch(request.url, {
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(request.body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(request.body !== undefined && { method: "POST", body: request.body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = line.split(";")[0]!.split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const text = await response.text();
    const form = /<form[^>]* action="([^"]+)"/.exec(text)?.[1];
    if (location === null && form === undefined) throw new Error(`${response.status} ${text}`);
    const next = new URL(location ?? form!, request.url);
    if (next.pathname === RETURN_PATHS.signedOn) return next;
    request = location === null ? { url: next, body: `prompt=login&login=${subject}&password=any` } : { url: next };
  }
  throw new Error("The provider leads nowhere.");
}

/** Begins a sign-on in a browser and goes through the provider; gives where the provider sends the browser back to. */
export async function goToProvider(client: TestClient, subject: string): Promise<URL> {
  const begun = await client.fetch("/auth/sign-on", { redirect: "manual" });
  return signOnAt(begun.headers.get("location")!, subject);
}

/** A whole sign-on; gives where the server leads the browser in the end. */
export async function signOn(client: TestClient, subject: string): Promise<string | null> {
  return comeBack(client, await goToProvider(client, subject));
}

/** Opens the address to which the provider sent the browser back; gives where the server leads it. */
export async function comeBack(client: TestClient, { pathname, search }: URL): Promise<string | null> {
  const finished = await client.fetch(pathname + search, { redirect: "manual" });
  return finished.headers.get("location");
}
