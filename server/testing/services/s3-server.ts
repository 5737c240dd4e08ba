import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BucketSettings } from "../../storage/bucket.ts";
import { type LastingService, openLastingService, spawnService } from "../spawned/spawn-service.ts";
import { freePort } from "./free-port.ts";

const require = createRequire(import.meta.url);

/** A separate S3-compatible server, with an empty bucket; it checks signatures. */
export interface S3Server extends LastingService {
  readonly settings: BucketSettings;
  /** The same, as environment variables for the server. */
  readonly variables: Readonly<Record<string, string>>;
  /** The folder with its content. */
  readonly folder: string;
}

/** The package comes without a command. */
const PROGRAM = "new (require(process.argv[1]))(JSON.parse(process.argv[2])).run()";

/** Starts s3rver from its npm package. */
export async function openS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-s3-"));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = "grading-files";
  const options = { address: "127.0.0.1", port, directory: folder, silent: true, configureBuckets: [{ name: bucket }] };
  const words = ["-e", PROGRAM, require.resolve("@20minutes/s3rver"), JSON.stringify(options)];
  const start = () => spawnService(process.execPath, words, endpoint);
  // The only account that s3rver knows.
  const [accessKeyId, secretAccessKey] = ["S3RVER", "S3RVER"];
  return {
    ...(await openLastingService(folder, start)),
    settings: { endpoint, bucket, region: "us-east-1", accessKeyId, secretAccessKey },
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    folder,
  };
}
