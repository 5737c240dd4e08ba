import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COLOURS } from "../.ci/used-style.ts";

const sources = readdirSync("ui", { encoding: "utf8", recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^e2e/.test(name))
  .map((name) => readFileSync(`ui/${name}`, "utf8"));

test("the style has the colours that screens use, and no others", () => {
  const names = sources.flatMap((text) =>
    [...text.matchAll(/colou?r(?:=|: )\{?"([a-z]+)"/gi)].map(([, name]) => name!),
  );
  const choices = sources.flatMap((text) =>
    [...text.matchAll(/color=\{[^}]*? \? "([a-z]+)" : "([a-z]+)"\}/g)].flatMap(([, a, b]) => [a!, b!]),
  );
  expect([...new Set([...names, ...choices])].sort()).toEqual(COLOURS);
});

test("no screen gives a component other values for wider windows: their rules are not in the build", () => {
  const responsive = /=\{\{ (initial|xs|sm|md|lg|xl):/;
  expect(sources.filter((text) => responsive.test(text))).toEqual([]);
});
