import { readFileSync } from "node:fs";
import { firstPage } from "./recognition/read-drawing.ts";
import { cleanPage } from "../core/page/clean-page.ts";
cleanPage(await firstPage(readFileSync(process.argv[2]!)));
