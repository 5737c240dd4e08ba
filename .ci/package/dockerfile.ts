/** The content of a Dockerfile, as far as this project's own needs it. */
export interface BuildStage {
  readonly base: string;
  readonly name: string | null;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly does: "copy"; readonly from: string | null; readonly sources: readonly string[]; readonly to: string }
  | { readonly does: "run"; readonly text: string }
  | { readonly does: "workdir"; readonly folder: string }
  | { readonly does: "env"; readonly variables: Readonly<Record<string, string>> }
  | { readonly does: "user"; readonly user: string }
  | { readonly does: "volume"; readonly folder: string }
  | { readonly does: "expose"; readonly port: number }
  | { readonly does: "health" | "entrypoint" | "command"; readonly words: readonly string[] };

/**
 * Reads a Dockerfile.
 *
 * @throws {Error} if it contains something that `runStages` does not support: then add it there.
 */
export function readDockerfile(text: string): BuildStage[] {
  const lines = text.replace(/\\\n\s*/g, " ").split("\n");
  const stages: { base: string; name: string | null; steps: Step[] }[] = [];
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("#"))) {
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const from = /^(\S+)(?: AS (\S+))?$/.exec(rest);
    if (word === "FROM" && from) stages.push({ base: from[1] ?? "", name: from[2] ?? null, steps: [] });
    else {
      const step = readStep(word, rest);
      const stage = stages.at(-1);
      if (step === null || stage === undefined) throw new Error(`Dockerfile: this step is not known: ${line}`);
      stage.steps.push(step);
    }
  }
  return stages;
}

function readStep(word: string, rest: string): Step | null {
  switch (word) {
    case "COPY": {
      const [, from = null, places = ""] = /^(?:--from=(\S+) )?([^-].*)$/.exec(rest) ?? [];
      const sources = places.split(/\s+/);
      const to = sources.pop();
      return to === undefined || sources.length === 0 ? null : { does: "copy", from, sources, to };
    }
    case "RUN":
      return { does: "run", text: rest };
    case "WORKDIR":
      return { does: "workdir", folder: rest };
    case "ENV":
      return { does: "env", variables: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split("="))) };
    case "USER":
      return { does: "user", user: rest };
    case "VOLUME":
      return { does: "volume", folder: rest };
    case "EXPOSE":
      return { does: "expose", port: Number(rest) };
    case "HEALTHCHECK":
      return { does: "health", words: JSON.parse(rest.slice(rest.indexOf("CMD [") + 4)) };
    case "ENTRYPOINT":
      return { does: "entrypoint", words: JSON.parse(rest) };
    case "CMD":
      return { does: "command", words: JSON.parse(rest) };
    default:
      return null;
  }
}
