import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dateRelease, releaseNotes, unreleasedVersion } from "./changelog.ts";

const changelog =
  "# Changelog\n\nIntroduction.\n\n## 0.6.0 (unreleased)\n\n### Added\n- A thing.\n\n## 0.5.0 (15 November 2026)\n\n- Older.\n";

describe("the changelog", () => {
  it("has the version that is being prepared", () => {
    expect(unreleasedVersion(changelog)).toBe("0.6.0");
    expect(unreleasedVersion(dateRelease(changelog, new Date("2026-12-01")))).toBeUndefined();
  });
  it("gets the date of the release in its heading only", () => {
    const dated = dateRelease(changelog, new Date("2026-12-01"));
    expect(dated).toContain("## 0.6.0 (1 December 2026)\n");
    expect(dated.replace("1 December 2026", "unreleased")).toBe(changelog);
  });
  it("has the notes of a version", () => {
    expect(releaseNotes(changelog, "0.6.0")).toBe("### Added\n- A thing.");
    expect(releaseNotes(changelog, "0.5.0")).toBe("- Older.");
    expect(releaseNotes(changelog, "0.5")).toBeUndefined();
  });
  it("as committed begins with a valid section", () => {
    const committed = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
    const [first] = committed.match(/^## .*$/m) ?? [];
    expect(first).toMatch(/^## \d+\.\d+\.\d+ \((unreleased|\d+ \w+ \d{4})\)$/);
  });
});
