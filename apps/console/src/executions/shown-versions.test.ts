import { expect, test } from "vitest";
import { keptSelection, shownVersions, versionsFilter } from "./shown-versions.ts";
import type { DeployedVersion } from "./versions-table.tsx";

const version = (webSafeString: string, deploymentStatus: string) =>
  ({ _embedded: { webSafeString, deploymentStatus }, _links: {} }) as DeployedVersion;
const deployed = [version("a", "serving"), version("b", "stopped"), version("c", "error")];
const none: ReadonlySet<string> = new Set();
const idsOf = (versions: readonly DeployedVersion[] | undefined) => versions?.map(({ _embedded }) => _embedded.webSafeString);

test("serving versions are shown by default, stopped ones on request", () => {
  expect(idsOf(shownVersions(deployed, false))).toEqual(["a", "c"]);
  expect(idsOf(shownVersions(deployed, true))).toEqual(["a", "b", "c"]);
});

test("without a selection, the executions are those of the shown versions", () => {
  expect(versionsFilter(shownVersions(deployed, false), none, false)).toEqual({ ready: true, ids: "a,c" });
  expect(versionsFilter(shownVersions(deployed, true), none, true)).toEqual({ ready: true, ids: undefined });
});

test("no executions are loaded before the serving versions are known, nor when none is serving", () => {
  expect(versionsFilter(undefined, none, false).ready).toBe(false);
  expect(versionsFilter([], none, false).ready).toBe(false);
});

test("a selected version is searched whether it is shown or not", () => {
  expect(versionsFilter([], new Set(["b"]), false)).toEqual({ ready: true, ids: "b" });
});

test("hiding stopped versions takes them out of the selection", () => {
  expect(keptSelection(deployed, new Set(["a", "b"]))).toBe("a");
  expect(keptSelection(deployed, new Set(["b"]))).toBeUndefined();
});
