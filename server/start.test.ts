import { expect, it } from "vitest";
import { FONT_PACKAGES } from "../core/fonts/font-packages.ts";
import { denoFlags, FONT_SCOPES, inspectorFlags, PASSED_VARIABLES } from "./start.mjs";
import { CONFIG_VARIABLES } from "./variables.ts";

const ROOT = process.cwd();

function flag(name: string, variables: Record<string, string> = {}): string | undefined {
  return denoFlags(variables)
    .find((text) => text.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
}

it("passes every setting on, and little else", () => {
  expect(PASSED_VARIABLES).toEqual(expect.arrayContaining([...CONFIG_VARIABLES]));
  expect(PASSED_VARIABLES.filter((name) => !CONFIG_VARIABLES.includes(name))).toEqual([
    "DENO_DIR",
    "FONTCONFIG_FILE",
    "HOME",
    "LANG",
    "NO_COLOR",
    "PATH",
    "SSL_CERT_FILE",
    "TMPDIR",
    "TZ",
  ]);
});

it("lets the server write only its data folder, and listen only at its own address", () => {
  expect(flag("allow-write")).toBe(`${ROOT}/data`);
  expect(flag("allow-net")).toBe("127.0.0.1:8080");
  expect(flag("allow-read")).toBe(
    ["core", "dist", "models", "node_modules", "server", "workers", "package.json", "data"]
      .map((name) => `${ROOT}/${name}`)
      .join(","),
  );
  expect(flag("allow-read", { FONTS_DIR: "/srv/fonts" })).toContain(",/srv/fonts,");
  expect(flag("allow-ffi")).toBe(`${ROOT}/node_modules`);
  expect(denoFlags({})).toContain("--no-prompt");
  expect(denoFlags({}).join(" ")).not.toMatch(/-A\b|--allow-all|--allow-run/);
});

it("knows where npm installs each optional font", () => {
  expect([...new Set(FONT_PACKAGES.map(({ name }) => name.split("/")[0]!))]).toEqual(FONT_SCOPES);
});

it("passes a folder name with commas as one folder to Deno", () => {
  expect(flag("allow-write", { DATA_DIR: "/srv/quiz, lab" })).toBe("/srv/quiz,, lab");
  expect(flag("allow-write", { DATA_DIR: "/srv", DATABASE_URL: "file:///var/my%20db/x.db" })).toBe("/srv,/var/my db");
});

it("follows the settings", () => {
  const settings = { HOST: "::1", PORT: "9000", DATA_DIR: "/srv/cg", DATABASE_URL: "file:/var/db/cg.db" };
  expect(flag("allow-net", settings)).toBe("[::1]:9000");
  expect(flag("allow-write", settings)).toBe("/srv/cg,/var/db");
  expect(flag("allow-net", { DATABASE_URL: "libsql:/x", SMTP_URL: "smtp:mail" })).toBe("127.0.0.1:8080");
  const remote = flag("allow-net", {
    DATABASE_URL: "libsql://db.example.edu",
    SMTP_URL: "smtp://mail.example.edu:2525",
  });
  expect(remote).toBe("127.0.0.1:8080,mail.example.edu:2525,db.example.edu");
  expect(flag("allow-net", { S3_BUCKET: "b", S3_ENDPOINT: "http://10.0.0.7:9000" })).toBe(
    "127.0.0.1:8080,10.0.0.7:9000",
  );
  expect(flag("allow-net", { S3_BUCKET: "b", S3_REGION: "eu-west-1" })).toBe(
    "127.0.0.1:8080,s3.eu-west-1.amazonaws.com",
  );
});

it("lets the server connect to the hosts of single sign-on", () => {
  const flags = denoFlags({}, { hosts: ["login.example.edu:443", "[::1]:9000"] });
  expect(flags).toContain("--allow-net=127.0.0.1:8080,login.example.edu:443,[::1]:9000");
});

it("lets upload inspection read only code and uploads, write only what it unpacks and connect to nothing", () => {
  const flags = inspectorFlags({ DATA_DIR: "/srv/cg" });
  const read = ["core", "node_modules", "server", "package.json"].map((name) => `${ROOT}/${name}`);
  expect(flags).toContain(`--allow-read=${[...read, "/srv/cg/files", "/srv/cg/bucket", "/srv/cg/unpacked"].join(",")}`);
  expect(flags.filter((flag) => flag.startsWith("--allow-write"))).toEqual(["--allow-write=/srv/cg/unpacked"]);
  expect(flags.join(" ")).not.toMatch(/-A\b|--allow-(all|net|run)/);
});
