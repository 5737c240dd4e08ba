import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it } from "vitest";
import { providerHosts } from "./provider-hosts.mjs";

/** What the issuer answers; undefined: it redirects. */
let metadata: object | undefined;
const server = createServer((request, response) => {
  if (request.url !== "/realms/staff/.well-known/openid-configuration") response.writeHead(404).end();
  else if (metadata === undefined) response.writeHead(302, { location: `${issuer}/elsewhere` }).end();
  else response.end(JSON.stringify(metadata));
});

await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/staff`;

afterAll(() => void server.close());

beforeEach(() => {
  metadata = {
    issuer,
    authorization_endpoint: "https://browsers.example.edu/auth",
    token_endpoint: "https://tokens.example.edu/token",
    jwks_uri: "https://keys.example.edu:8443/keys",
    userinfo_endpoint: "https://tokens.example.edu/me",
  };
});

const own = () => new URL(issuer).host;

it("names the issuer's host and those that the server asks, each once and with its port", async () => {
  const hosts = [own(), "tokens.example.edu:443", "keys.example.edu:8443"];
  expect(await providerHosts({ OIDC_ISSUER: issuer })).toEqual(hosts);
  expect(await providerHosts({ OIDC_ISSUER: `${issuer}/` })).toEqual([own()]);
});

it("names nobody that another issuer's document, or a strange address in it, asks for", async () => {
  metadata = { ...metadata, issuer: "https://elsewhere.example" };
  expect(await providerHosts({ OIDC_ISSUER: issuer })).toEqual([own()]);
  metadata = { issuer, token_endpoint: "https://a,b.example/", jwks_uri: "file:///etc/passwd", userinfo_endpoint: 7 };
  expect(await providerHosts({ OIDC_ISSUER: issuer })).toEqual([own()]);
});

it("names the issuer's host alone if it redirects or does not answer, and none without an issuer", async () => {
  metadata = undefined;
  expect(await providerHosts({ OIDC_ISSUER: issuer })).toEqual([own()]);
  expect(await providerHosts({ OIDC_ISSUER: "https://[::1]" })).toEqual(["[::1]:443"]);
  expect(await providerHosts({})).toEqual([]);
  expect(await providerHosts({ OIDC_ISSUER: "login.example.edu" })).toEqual([]);
});
