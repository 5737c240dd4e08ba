import { expect, it } from "vitest";
import { readConfig } from "../config.ts";

const SET = {
  OIDC_ISSUER: "https://login.example.edu/realms/staff",
  OIDC_CLIENT_ID: "circuitgrade",
  OIDC_CLIENT_SECRET: "a secret",
};

it("is off unless a provider is set", () => {
  expect(readConfig({})).toMatchObject({ signOn: null, localPasswords: true });
});

it("is read with its defaults and without", () => {
  const signOn = { issuer: SET.OIDC_ISSUER, clientId: "circuitgrade", clientSecret: "a secret" };
  expect(readConfig(SET)).toMatchObject({
    signOn: { ...signOn, name: "Single Sign-On", verifiesAddresses: false },
    localPasswords: true,
  });
  const all = { ...SET, OIDC_NAME: "Campus Login", OIDC_VERIFIES_ADDRESSES: "yes", LOCAL_PASSWORDS: "off" };
  expect(readConfig(all)).toMatchObject({
    signOn: { ...signOn, name: "Campus Login", verifiesAddresses: true },
    localPasswords: false,
  });
});

it.each([
  ["OIDC_ISSUER", "http://login.example.edu", "the issuer of an OpenID Connect provider"],
  ["OIDC_ISSUER", "https://login.example.edu?a=b", "the issuer of an OpenID Connect provider"],
  ["OIDC_ISSUER", "https://me@login.example.edu", "the issuer of an OpenID Connect provider"],
  ["OIDC_ISSUER", "login.example.edu", "the issuer of an OpenID Connect provider"],
  ["OIDC_NAME", "x".repeat(41), "at most 40 characters"],
  ["OIDC_VERIFIES_ADDRESSES", "true", "yes or no"],
  ["LOCAL_PASSWORDS", "0", "on or off"],
])("refuses %s=%s", (name, value, expected) => {
  expect(() => readConfig({ ...SET, [name]: value })).toThrow(
    `${name} is ${JSON.stringify(value)}; expected: ${expected}`,
  );
});

it("takes an issuer without TLS on this machine alone", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(readConfig({ ...SET, OIDC_ISSUER: `http://${host}:9000` }).signOn?.issuer).toContain(host);
  }
});

it("says what is missing", () => {
  const { OIDC_CLIENT_SECRET: _, ...noSecret } = SET;
  expect(() => readConfig(noSecret)).toThrow("OIDC_CLIENT_SECRET is not set; expected: the client's secret");
  expect(() => readConfig({ OIDC_ISSUER: SET.OIDC_ISSUER })).toThrow("OIDC_CLIENT_ID is not set");
  expect(() => readConfig({ OIDC_CLIENT_ID: "x" })).toThrow("OIDC_ISSUER is not set; expected: the provider's issuer");
  expect(() => readConfig({ LOCAL_PASSWORDS: "off" })).toThrow("OIDC_ISSUER is not set");
});
