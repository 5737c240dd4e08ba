import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { LETTER_SIDE } from "../texts/letter-classes.ts";
import { BOX_LABEL, CROP_SIDE, type Detector, SIDE_CROP } from "./detector.ts";

const NETWORKS = ["detector", "gates", "letters", "circles", "boxes"] as const;

type Network = (typeof NETWORKS)[number];

/** Bytes of a detector's networks. */
export type ModelFiles = Readonly<Record<Network, Uint8Array>>;

/** A network's file is missing or damaged; the message names it and says what to do. */
class ModelUnusable extends Error {
  override readonly name = "ModelUnusable";

  constructor(network: Network, fault: string, cause: unknown) {
    super(`The model file ${network}.onnx ${fault}: install CircuitGrade again.`, { cause });
  }
}

/**
 * Reads the networks from `folder`.
 *
 * @throws {ModelUnusable} if a file is missing or cannot be read.
 */
export async function readModelFiles(folder: URL): Promise<ModelFiles> {
  return each(async (network) => {
    return readFile(new URL(`${network}.onnx`, folder)).catch((error) => {
      throw new ModelUnusable(network, "cannot be read", error);
    });
  });
}

async function each<Value>(make: (network: Network) => Promise<Value>): Promise<Record<Network, Value>> {
  const made: [Network, Value][] = [];
  for (const network of NETWORKS) made.push([network, await make(network)]);
  return Object.fromEntries(made) as Record<Network, Value>;
}

/**
 * A detector that runs on onnxruntime with one thread, which was measured to be fastest on shared machines.
 *
 * @throws {ModelUnusable} if onnxruntime cannot load the bytes as a model.
 */
export async function openOnnxDetector(files: ModelFiles): Promise<Detector> {
  const ort = await import("onnxruntime-node");
  const options: InferenceSession.SessionOptions = {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: "all",
    // An arena would keep the largest page's memory as long as the session is open; nothing is slower without one.
    enableCpuMemArena: false,
    logSeverityLevel: 3,
  };
  const sessions = await each((network) => {
    return ort.InferenceSession.create(files[network], options).catch((error) => {
      throw new ModelUnusable(network, "is damaged", error);
    });
  });
  const hash = createHash("sha256");
  for (const network of NETWORKS) hash.update(files[network]);
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
    detect: (ink, { width, height }) => run(sessions.detector, new ort.Tensor("float32", ink, [1, 1, height, width])),
    classifyGates: (crops, count) => runAll(sessions.gates, crops, [count, 1, CROP_SIDE, CROP_SIDE]),
    readLetters: (crops, count) => runAll(sessions.letters, crops, [count, 1, LETTER_SIDE, LETTER_SIDE]),
    findCircles: (crops, count) => runAll(sessions.circles, crops, [count, 1, SIDE_CROP.rows, SIDE_CROP.columns]),
    readBoxLabels: (crops, count) => runAll(sessions.boxes, crops, [count, 1, BOX_LABEL.rows, BOX_LABEL.columns]),
    close: async () => {
      for (const network of NETWORKS) await sessions[network].release();
    },
  };
}
