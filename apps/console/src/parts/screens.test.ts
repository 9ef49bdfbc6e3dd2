import { describe, expect, it } from "vitest";
import type { Profile } from "../api/session/session.ts";
import { menuFor, screens } from "./screens.ts";
import type { Screen } from "./screens.ts";

function profileWith(...permissions: readonly string[]): Profile {
  // Only the permissions matter here.
  return { _embedded: { permissions }, _links: {} } as unknown as Profile;
}

describe("the menu", () => {
  it("shows the dashboard to everyone and nothing else to those without permissions", () => {
    expect(menuFor(profileWith()).flatMap((section) => section.screens.map((screen) => screen.title))).toEqual(["Dashboard"]);
  });
  it("shows a screen to those who hold its permission", () => {
    const titles = menuFor(profileWith("solutions.list")).flatMap((section) => section.screens.map((screen) => screen.title));
    expect(titles).toEqual(["Dashboard", "Solutions"]);
  });
  it("keeps the order of the groups and leaves out empty ones", () => {
    const more: readonly Screen[] = [
      { title: "Users", path: "/admin/users", icon: "users", needs: "users.list", group: "manage" },
      ...screens,
      { title: "Predictions", path: "/admin/predictions", icon: "predictions", needs: "predictions.list", group: "learn" },
    ];
    expect(menuFor(profileWith("users.list", "predictions.list"), more).map((section) => section.group)).toEqual([
      undefined,
      "learn",
      "manage",
    ]);
  });
});
