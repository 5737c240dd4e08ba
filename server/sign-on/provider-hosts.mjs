/** How long the start of the server waits for the provider, in milliseconds. */
const PATIENCE = 5_000;

/** What the server itself asks at the provider; the rest is between the provider and browsers. */
const ASKED = ["token_endpoint", "jwks_uri", "userinfo_endpoint"];

/**
 * The hosts of the provider in OIDC_ISSUER, each with its port, for Deno's permissions: the issuer's own, and those that
 * its discovery document names. While the provider does not answer, the issuer's alone; without a provider, none.
 */
export async function providerHosts({ OIDC_ISSUER: issuer = "" }) {
  // The server itself reports a wrong setting.
  if (!URL.canParse(issuer)) return [];
  const addresses = [issuer, ...(await askedAddresses(issuer).catch(() => []))];
  return [...new Set(addresses.map(hostOf).filter((host) => host !== null))];
}

async function askedAddresses(issuer) {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(PATIENCE) });
  const metadata = await response.json();
  const isIts = new URL(metadata.issuer).href === new URL(issuer).href;
  return isIts ? ASKED.map((name) => metadata[name]) : [];
}

/** A host with its port; null for what is not an address on the web. A comma would begin another host in Deno's option. */
function hostOf(address) {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port } = new URL(address);
  if (!/^https?:$/.test(protocol) || hostname.includes(",")) return null;
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
