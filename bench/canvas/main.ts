import { benchCanvas } from "./canvas.ts";

const lines = await benchCanvas();
process.stdout.write(`## The evaluator's canvas\n\n${lines.join("\n")}\n`);
