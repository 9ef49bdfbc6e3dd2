import { expect, test } from "vitest";
import { versionRoleText } from "./version-role.ts";

const version = { webSafeString: "V2", isLive: false, deploymentStatus: "serving" } as const;
const live = { ...version, webSafeString: "V1", isLive: true };
const running = (kind: "shadow" | "split" | "ramp", share: number) => ({ kind, share, versionWss: "V2", liveVersionWss: "V1" });

test("the live version has what a split or a ramp leaves it; a shadow takes nothing", () => {
  expect(versionRoleText(live, [])).toBe("live");
  expect(versionRoleText(live, [running("ramp", 10)])).toBe("live, 90%");
  expect(versionRoleText(live, [running("split", 0.5)])).toBe("live, 99.5%");
  expect(versionRoleText(live, [running("shadow", 100)])).toBe("live");
});

test("another version is tried by a rollout, or serves at its own address alone", () => {
  expect(versionRoleText(version, [running("ramp", 10)])).toBe("ramp, 10%");
  expect(versionRoleText(version, [running("split", 12.5)])).toBe("split, 12.5%");
  expect(versionRoleText(version, [running("shadow", 100)])).toBe("shadow");
  expect(versionRoleText(version, [])).toBe("own address");
  expect(versionRoleText({ ...version, deploymentStatus: "stopped" }, [])).toBe("");
});
