import type { Sbom, SbomComponent } from "./list-dependencies.ts";

/** Licences under which a package may be passed on with CircuitGrade. */
const PASSED_ON: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  // Either of the two.
  "(MIT OR CC0-1.0)",
  "MIT OR Apache-2.0",
  // Fonts: may be passed on with a program.
  "Bitstream-Vera",
  "OFL-1.1",
  // libvips and libheif, files of their own next to the program that anybody can replace.
  "LGPL-3.0",
  "LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
]);

/** Also fine for tools, which are not passed on. */
const FOR_TOOLS: ReadonlySet<string> = new Set([...PASSED_ON, "BlueOak-1.0.0", "MPL-2.0"]);

/** What the files of packages say that do not name their licence as npm wants it. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  "dejavu-fonts-ttf": "Bitstream-Vera",
  "png-js": "MIT",
  busboy: "MIT",
  "humanize-number": "MIT",
  only: "MIT",
  streamsearch: "MIT",
};

/** A package's licence as an SPDX expression; null if it does not name one. */
export function licenceOf({ name, licenses = [] }: SbomComponent): string | null {
  const known = READ_BY_HAND[name];
  if (known !== undefined) return known;
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? null);
  return named.length === 1 ? named[0]! : null;
}

/** One line for each package whose licence is unknown or not accepted; empty if all are. */
export function licenceFaults({ components }: Sbom, { passedOn }: { passedOn: boolean }): string[] {
  const accepted = passedOn ? PASSED_ON : FOR_TOOLS;
  return components.flatMap((component) => {
    const licence = licenceOf(component);
    if (licence !== null && accepted.has(licence)) return [];
    return [`${component.name} ${component.version}: ${licence ?? "names no licence"}`];
  });
}
