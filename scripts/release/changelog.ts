/** A section of CHANGELOG.md begins with `## version (unreleased)` or `## version (date)`. */
const heading = /^## (\d+\.\d+\.\d+) \((unreleased|\d+ \w+ \d{4})\)$/m;

/** The version that is being prepared, or undefined if the newest section is released. */
export function unreleasedVersion(changelog: string): string | undefined {
  const [, version, state] = heading.exec(changelog) ?? [];
  return state === "unreleased" ? version : undefined;
}

/** Dates the unreleased section. */
export function dateRelease(changelog: string, date: Date): string {
  const written = date.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return changelog.replace(heading, (line) => line.replace("unreleased", written));
}

/** The text of one version's section without its heading: the notes of the release. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} (`) || text.startsWith(`## ${version}\n`));
  return section?.slice(section.indexOf("\n")).trim();
}
