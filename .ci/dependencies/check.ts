import { licenceFaults } from "./licences.ts";
import { listDependencies } from "./list-dependencies.ts";

// Part of npm run check: a package with a licence that nobody has looked at must not come in unseen.
const [all, used] = await Promise.all([
  listDependencies({ production: false }),
  listDependencies({ production: true }),
]);
const faults = [...licenceFaults(used, { passedOn: true }), ...licenceFaults(all, { passedOn: false })];
for (const fault of new Set(faults)) {
  process.stderr.write(
    `${fault}: read its licence, then add it in .ci/dependencies/licences.ts or remove the package\n`,
  );
  process.exitCode = 1;
}
