import type { ReleaseFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { releaseBefore, releaseLook } from "./release-words.ts";

const release: ReleaseFields = {
  webSafeString: "r1",
  solutionWss: "s",
  number: 1,
  versionWss: "v1",
  versionName: "Version 1",
  kind: "release",
  reason: "",
  status: "live",
  beginsDate: "2026-01-01T00:00:00.000Z",
  liveDate: "2026-01-01T00:00:01.000Z",
  confirmedDate: null,
  endedDate: null,
  message: "",
  createdDate: "2025-12-31T00:00:00.000Z",
  createdBy: "Ann",
  revision: 1,
};

test("each state of a release has words, and the time that it is about", () => {
  expect(releaseLook(release)).toMatchObject({ title: "Version 1, live", date: release.liveDate });
  expect(releaseLook({ ...release, kind: "rollback" })).toMatchObject({ title: "Rolled back to Version 1, live", icon: "undo" });
  expect(releaseLook({ ...release, status: "ended" })).toMatchObject({ title: "Version 1", tone: "quiet" });
  const waiting = { ...release, status: "scheduled", liveDate: null } as const;
  expect(releaseLook(waiting)).toMatchObject({ title: "Version 1 is scheduled", date: release.beginsDate });
  expect(releaseLook({ ...waiting, status: "cancelled" })).toMatchObject({ title: "Version 1, cancelled", date: release.createdDate });
  expect(releaseLook({ ...waiting, status: "failed" })).toMatchObject({ title: "Version 1 was not released", tone: "error" });
});

test("a release that bypassed approvals and gates is amber, also after it ended", () => {
  expect(releaseLook(release, true)).toMatchObject({ title: "Version 1, live", tone: "warning", icon: "warning" });
  expect(releaseLook({ ...release, status: "ended" }, true)).toMatchObject({ tone: "warning" });
  expect(releaseLook({ ...release, status: "failed" }, true)).toMatchObject({ tone: "error" });
});

test("one press goes back to the version that was live before this one", () => {
  const ended = (number: number, versionWss: string): ReleaseFields => ({ ...release, number, versionWss, status: "ended" });
  const live: ReleaseFields = { ...release, number: 4, versionWss: "v2" };
  expect(releaseBefore([live, ended(3, "v2"), ended(2, "v3"), ended(1, "v1")])).toMatchObject({ number: 2 });
  expect(
    releaseBefore([
      { ...live, status: "cancelled" },
      { ...live, number: 3 },
    ]),
  ).toBeUndefined();
  expect(releaseBefore([])).toBeUndefined();
});
