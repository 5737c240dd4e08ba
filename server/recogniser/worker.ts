import { serveWork } from "../../workers/serve-work.ts";
import type { Work } from "./messages.ts";
import { WORK } from "./work.ts";

serveWork<Work>(WORK);
