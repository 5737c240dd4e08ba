import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PAGE_DATA_ID, PAGES, type PageData, RENDERERS } from "../../contract/pages.ts";

const MANIFEST = {
  "main.tsx": { file: "assets/app-1.js", isEntry: true, imports: ["_shared.js"], css: ["assets/app-1.css"] },
  "student.tsx": { file: "assets/student-1.js", isEntry: true, imports: ["_shared.js"], css: ["assets/student-1.css"] },
  "_shared.js": { file: "assets/shared-1.js", css: ["assets/shared-1.css"] },
  ...Object.fromEntries(PAGES.flatMap(({ module }) => (module === undefined ? [] : [[module, moduleFiles(module)]]))),
};

function moduleFiles(module: string) {
  const name = module.replace(/^.*\/|\.tsx$/g, "");
  return { file: `assets/${name}-1.js`, imports: ["_shared.js"], css: [`assets/${name}-1.css`] };
}

/** A new folder like that of a built web UI, for UI_DIR. Its pages say their path, and whether their task is gone. */
export async function makeUi(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-ui-"));
  for (const name of [".vite", "assets", dirname(RENDERERS.app)]) await mkdir(join(folder, name));
  await writeFile(join(folder, ".vite", "manifest.json"), JSON.stringify(MANIFEST));
  for (const name of ["app", "student", "shared"])
    await writeFile(join(folder, "assets", `${name}-1.css`), `.${name}{}`);
  const renderer = "export const renderPage = ({ data, path }) => path + ' ' + data.handIn?.isGone;";
  for (const path of Object.values(RENDERERS)) await writeFile(join(folder, path), renderer);
  return folder;
}

/** The data in a page's document. */
export function dataOf(html: string): PageData {
  return JSON.parse(html.match(new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`, "s"))?.[1] ?? "null");
}
