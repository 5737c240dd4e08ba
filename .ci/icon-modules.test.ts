import { expect, it } from "vitest";
import { separateIcons } from "./icon-modules.ts";

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
