import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { CROP_SIDE, type Detector, SIDE_CROP } from "./detector.ts";
import { LETTER_SIDE } from "./letter-classes.ts";

/** Bytes of the networks that one detector is made of. */
export interface ModelFiles {
  readonly detector: Uint8Array;
  readonly gates: Uint8Array;
  readonly letters: Uint8Array;
  readonly circles: Uint8Array;
}

/**
 * Reads the networks from `folder`.
 *
 * @throws {Error} where a file is missing or cannot be read; the message names the file.
 */
export async function readModelFiles(folder: URL): Promise<ModelFiles> {
  const [detector, gates, letters, circles] = await Promise.all(
    ["detector.onnx", "gates.onnx", "letters.onnx", "circles.onnx"].map((name) => readFile(new URL(name, folder))),
  );
  return { detector: detector!, gates: gates!, letters: letters!, circles: circles! };
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
  const circles = await ort.InferenceSession.create(files.circles, options);
  const hash = createHash("sha256");
  for (const bytes of [files.detector, files.gates, files.letters, files.circles]) hash.update(bytes);
  const model = hash.digest("hex");

  async function run(session: InferenceSession, tensor: Tensor): Promise<Float32Array> {
    const results = await session.run({ ink: tensor });
    const out = results.out;
    if (out === undefined)
      throw new Error("The model has no output named out: export it with models/training/export.py");
    return out.data as Float32Array;
  }
  async function runAll(session: InferenceSession, crops: Float32Array, shape: number[]): Promise<Float32Array> {
    return shape[0] === 0 ? new Float32Array(0) : run(session, new ort.Tensor("float32", crops, shape));
  }
  return {
    model,
    detect: (ink, { width, height }) => run(detector, new ort.Tensor("float32", ink, [1, 1, height, width])),
    classifyGates: (crops, count) => runAll(gates, crops, [count, 1, CROP_SIDE, CROP_SIDE]),
    readLetters: (crops, count) => runAll(letters, crops, [count, 1, LETTER_SIDE, LETTER_SIDE]),
    findCircles: (crops, count) => runAll(circles, crops, [count, 1, SIDE_CROP.rows, SIDE_CROP.columns]),
    close: async () => {
      await detector.release();
      await gates.release();
      await letters.release();
      await circles.release();
    },
  };
}
