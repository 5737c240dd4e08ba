import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, parseAst } from "vite";

/** In this package all icons are one module. */
const ICONS = "@radix-ui/react-icons";
const ICON = "\0icon:";

/** Indexes that import everything, with their files in `node_modules`; Radix Themes itself imports from the others. */
const INDEXES = {
  "@radix-ui/themes": "@radix-ui/themes/dist/esm/components/index.js",
  "radix-ui": "radix-ui/dist/index.mjs",
  "radix-ui/internal": "radix-ui/dist/internal.mjs",
} as const;

/** The import of a package's name, under a local name, from the module that has it. */
type DirectImport = (name: string, local: string) => string;

/** Whether a module is one icon. */
export function isIcon(id: string): boolean {
  return id.startsWith(ICON);
}

/**
 * Imports each icon and component from its own module. Through an index, a page would seem to need all of them, and would
 * fetch many that only other pages show.
 */
export function directImports(): Plugin {
  const pathOf = (file: string) => fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
  const icons = separateIcons(readFileSync(pathOf(`${ICONS}/dist/react-icons.esm.js`), "utf8"));
  const packages: (readonly [string, DirectImport])[] = [
    [ICONS, (name, local) => `import { ${name} as ${local} } from ${JSON.stringify(ICON + name)};`],
    ...Object.entries(INDEXES).map(([name, file]) => {
      const code = readFileSync(pathOf(file), "utf8");
      return [name, behindIndex(code, { name, folder: dirname(pathOf(file)) })] as const;
    }),
  ];
  return {
    name: "direct-imports",
    apply: "build",
    resolveId: (id) => (isIcon(id) ? id : null),
    load: (id) => (isIcon(id) ? icons.get(id.slice(ICON.length)) : null),
    transform(code) {
      const used = packages.filter(([name]) => code.includes(`"${name}"`));
      return used.length === 0 ? null : used.reduce(withDirectImports, code);
    },
  };
}

/** The code with each name that it imports from the package imported directly. */
export function withDirectImports(code: string, [name, direct]: readonly [string, DirectImport]): string {
  return code.replace(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*"${name}";?`, "g"), (_, names: string) =>
    names
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "")
      .map((each) => {
        const [imported, local = imported] = each.split(/\s+as\s+/) as [string, string?];
        return direct(imported, local);
      })
      .join(""),
  );
}

/**
 * Where the names of an index, a file in `folder`, come from: it imports modules or their names, and exports them. What
 * it makes itself is imported from it.
 */
export function behindIndex(code: string, { name: index, folder }: { name: string; folder: string }): DirectImport {
  const textOf = textIn(code);
  const imported = new Map<string, readonly [name: string, from: string]>();
  const exported = new Map<string, string>();
  for (const node of parseAst(code).body) {
    if (node.type === "ImportDeclaration") {
      const path = node.source.value;
      const from = JSON.stringify(path.startsWith(".") ? join(folder, path) : path);
      for (const each of node.specifiers) {
        imported.set(each.local.name, [each.type === "ImportSpecifier" ? textOf(each.imported) : "*", from]);
      }
    } else if (node.type === "ExportNamedDeclaration") {
      for (const each of node.specifiers) exported.set(textOf(each.exported), textOf(each.local));
    }
  }
  return (name, local) => {
    const [original, from] = imported.get(exported.get(name) ?? "") ?? [name, JSON.stringify(index)];
    return original === "*" ? `import * as ${local} from ${from};` : `import { ${original} as ${local} } from ${from};`;
  };
}

function textIn(code: string): (node: { readonly start: number; readonly end: number }) => string {
  return ({ start, end }) => code.slice(start, end);
}

/** The code of a module for each icon. */
export function separateIcons(all: string): Map<string, string> {
  const nodes = parseAst(all).body;
  const textOf = textIn(all);
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
