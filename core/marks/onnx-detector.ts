import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { CROP_SIDE, type Detector } from "./detector.ts";
import { LETTER_SIDE } from "./letter-classes.ts";

/** Bytes of the networks that one detector is made of. */
export interface ModelFiles {
  readonly detector: Uint8Array;
  readonly gates: Uint8Array;
  readonly letters: Uint8Array;
}

/**
 * Reads the networks from `folder`.
 *
 * @throws {Error} where a file is missing or cannot be read; the message names the file.
 */
export async function readModelFiles(folder: URL): Promise<ModelFiles> {
  const [detector, gates, letters] = await Promise.all(
    ["detector.onnx", "gates.onnx", "letters.onnx"].map((name) => readFile(new URL(name, folder))),
  );
  return { detector: detector!, gates: gates!, letters: letters! };
}

/**
 * A detector that runs on onnxruntime with one thread (measured fastest on shared machines).
 *
 * @throws {Error} where the bytes are no model that onnxruntime loads.
 */
export async function openOnnxDetector(files: ModelFiles): Promise<Detector> {
  const ort = await import("onnxruntime-node");
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    enableCpuMemArena: true,
    logSeverityLevel: 3,
  };
  const detector = await ort.InferenceSession.create(files.detector, options);
  const gates = await ort.InferenceSession.create(files.gates, options);
  const letters = await ort.InferenceSession.create(files.letters, options);
  const model = createHash("sha256").update(files.detector).update(files.gates).update(files.letters).digest("hex");

  async function run(session: InferenceSession, tensor: Tensor): Promise<Float32Array> {
    const results = await session.run({ ink: tensor });
    const out = results.out;
    if (out === undefined)
      throw new Error("The model has no output named out: export it with models/training/export.py");
    return out.data as Float32Array;
  }
  return {
    model,
    detect: (ink, { width, height }) => run(detector, new ort.Tensor("float32", ink, [1, 1, height, width])),
    classifyGates: async (crops, count) =>
      count === 0
        ? new Float32Array(0)
        : run(gates, new ort.Tensor("float32", crops, [count, 1, CROP_SIDE, CROP_SIDE])),
    readLetters: async (crops, count) =>
      count === 0
        ? new Float32Array(0)
        : run(letters, new ort.Tensor("float32", crops, [count, 1, LETTER_SIDE, LETTER_SIDE])),
    close: async () => {
      await detector.release();
      await gates.release();
      await letters.release();
    },
  };
}
