import { copyFile, mkdtemp, rm, truncate, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { openOnnxDetector, readModelFiles } from "./onnx-detector.ts";

const MODELS = new URL("../../../models/", import.meta.url);

it("names the file that is damaged, and the one that is missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-models-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["detector", "gates", "letters", "circles", "boxes"]) {
    await copyFile(new URL(`${name}.onnx`, MODELS), join(folder, `${name}.onnx`));
  }
  const at = pathToFileURL(`${folder}/`);
  await truncate(join(folder, "gates.onnx"), 1000);
  await expect(readModelFiles(at).then(openOnnxDetector)).rejects.toThrow(
    "The model file gates.onnx is damaged: install CircuitGrade again.",
  );
  await unlink(join(folder, "letters.onnx"));
  await expect(readModelFiles(at)).rejects.toThrow("The model file letters.onnx cannot be read: install CircuitGrade");
});
