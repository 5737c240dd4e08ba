import { expect, it } from "vitest";
import { behindIndex, separateIcons, withDirectImports } from "./direct-imports.ts";

const PACKAGE = `import { forwardRef, createElement } from 'react';

function without(source, excluded) {
  return source;
}

var _excluded = ["color"];
var OneIcon = /*#__PURE__*/forwardRef(function (props) {
  return without(props, _excluded);
});

var _excluded$1 = ["color"];
var TwoIcon = /*#__PURE__*/forwardRef(function (props) {
  return without(props, _excluded$1);
});

export { OneIcon, TwoIcon };
`;

it("each icon becomes a module with what it uses", () => {
  const modules = separateIcons(PACKAGE);
  expect([...modules.keys()]).toEqual(["OneIcon", "TwoIcon"]);
  const two = modules.get("TwoIcon")!;
  expect(two).toMatch(/^import \{ forwardRef, createElement \} from 'react';\nfunction without/);
  expect(two).toContain('var _excluded$1 = ["color"];\nexport var TwoIcon');
  expect(two).not.toContain("OneIcon");
});

it("what is behind an index is imported from its own module", () => {
  const index = `import * as e from "./menu.js"; import { Button as c } from "./button.js"; import * as Dialog from "dialog";
var Own = c; export { e as Menu, c as Button, Dialog, Own };`;
  const code = `import { Menu, Button as MyButton } from "themes"; import{Dialog as d,Own}from"themes";import { x } from "other";`;
  expect(withDirectImports(code, ["themes", behindIndex(index, { name: "themes", folder: "/themes" })])).toBe(
    'import * as Menu from "/themes/menu.js";import { Button as MyButton } from "/themes/button.js"; ' +
      'import * as d from "dialog";import { Own as Own } from "themes";import { x } from "other";',
  );
});
