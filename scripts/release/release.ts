/**
 * `npm run release`: prepares the next release in the working tree: the version in every package, the date in CHANGELOG.md. Commit and tag are up to
 * the maintainer. `npm run release -- --notes 0.6.0` prints the notes of a version, for the release page.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dateRelease, releaseNotes, unreleasedVersion } from "./changelog.ts";
import { setVersion } from "./set-version.ts";

const root = join(import.meta.dirname, "../..");
const file = join(root, "CHANGELOG.md");
const changelog = readFileSync(file, "utf8");
const { values } = parseArgs({ options: { notes: { type: "string" } } });

if (values.notes !== undefined) {
  const notes = releaseNotes(changelog, values.notes);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section for ${values.notes}.`);
  process.stdout.write(`${notes}\n`);
} else {
  const version = unreleasedVersion(changelog);
  if (version === undefined) throw new Error("CHANGELOG.md does not begin with an unreleased version.");
  for (const path of globSync(["package.json", "packages/*/package.json", "apps/*/package.json"], { cwd: root }))
    writeFileSync(join(root, path), setVersion(readFileSync(join(root, path), "utf8"), version));
  writeFileSync(file, dateRelease(changelog, new Date()));
  execFileSync("npm", ["install", "--package-lock-only", "--ignore-scripts"], { cwd: root, stdio: "inherit" });
  console.log(`The working tree is ${version}. Run bash .ci/run, commit, and tag the commit v${version}.`);
}
