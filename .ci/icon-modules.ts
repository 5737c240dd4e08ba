import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Plugin, parseAst } from "vite";

const PACKAGE = "@radix-ui/react-icons";
const PREFIX = "\0icon:";

/** Whether a module is one of `iconModules`. */
export function isIcon(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** Makes a module of each icon, so that no page fetches those of others: in their package all of them are one module. */
export function iconModules(): Plugin {
  const require = createRequire(import.meta.url);
  const file = require.resolve(`${PACKAGE}/package.json`).replace("package.json", "dist/react-icons.esm.js");
  const modules = separateIcons(readFileSync(file, "utf8"));
  return {
    name: "icon-modules",
    apply: "build",
    resolveId: (id) => (isIcon(id) ? id : null),
    load: (id) => (isIcon(id) ? modules.get(id.slice(PREFIX.length)) : null),
    transform: (code) => (code.includes(PACKAGE) ? withOwnImports(code) : null),
  };
}

/** The code with each import of icons as imports of their own modules. */
function withOwnImports(code: string): string {
  return code.replace(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"${PACKAGE}";?`, "g"), (_, names: string) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => `import { ${name} } from ${JSON.stringify(PREFIX + name.split(" ")[0]!)};`)
      .join(""),
  );
}

/** The code of a module for each icon. */
export function separateIcons(all: string): Map<string, string> {
  const nodes = parseAst(all).body;
  const textOf = (node: { readonly start: number; readonly end: number }) => all.slice(node.start, node.end);
  const helpers = nodes.filter(({ type }) => type === "ImportDeclaration" || type === "FunctionDeclaration");
  const shared = helpers.map(textOf).join("\n");
  const parts = nodes.filter(({ type }) => type === "VariableDeclaration").map(textOf);
  // Before each icon is the list of props that it does not pass on.
  return new Map(
    parts.flatMap((part, index) => {
      const name = /^var (\w+Icon) =/.exec(part)?.[1];
      return name ? [[name, `${shared}\n${parts[index - 1]}\nexport ${part}`] as const] : [];
    }),
  );
}
