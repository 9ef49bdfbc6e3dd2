import { describe, expect, test } from "vitest";
import { actions } from "./actions.ts";
import type { Action } from "./action.ts";
import { permissionNeeds, unmetNeeds, withNeeds } from "./permission-needs.ts";
import { isPermission, permissions } from "./permissions.ts";
import { starterRoles } from "./starter-roles.ts";

describe("permissions that others need", () => {
  test("are added with what they need themselves, in the order of the catalogue", () => {
    expect(withNeeds(["executions.erase"])).toEqual(["versions.list", "executions.list", "executions.erase", "versionExecutions.list"]);
    expect(withNeeds(["solution.execute"])).toEqual(["solution.execute"]);
  });

  test("are reported as missing", () => {
    expect(unmetNeeds(["executions.list", "versions.list"])).toEqual([
      { permission: "executions.list", missing: ["versionExecutions.list"] },
    ]);
    expect(unmetNeeds(withNeeds(permissions))).toEqual([]);
  });

  test("include those that a call named after the permission needs beside it", () => {
    const named = Object.entries<Action>(actions).flatMap(([name, { access }]) =>
      access.kind === "user" && access.permission === name && isPermission(name) ? [{ name, also: access.also ?? [] }] : [],
    );
    expect(named.filter(({ also }) => also.length > 0).map(({ name }) => name)).toContain("prediction.train");
    for (const { name, also } of named) expect(withNeeds([name]), name).toEqual(expect.arrayContaining([...also]));
  });

  test("never need each other", () => {
    for (const name of permissions) {
      for (const needed of permissionNeeds[name] ?? []) expect(withNeeds([needed])).not.toContain(name);
    }
  });
});

describe("starter roles", () => {
  test("hold what their permissions need", () => {
    for (const role of starterRoles) expect(unmetNeeds(role.permissions), role.name).toEqual([]);
  });

  test("differ in name and code, and leave user management to administrators", () => {
    expect(new Set(starterRoles.map(({ name }) => name)).size).toBe(starterRoles.length);
    expect(new Set(starterRoles.map(({ code }) => code)).size).toBe(starterRoles.length);
    const administers = ["allRoles.update", "group.update", "organisation.update", "user.delete", "executions.erase"] as const;
    for (const role of starterRoles) for (const one of administers) expect(role.permissions, role.name).not.toContain(one);
  });

  test("an auditor changes nothing", () => {
    const auditor = starterRoles.find(({ name }) => name === "Auditor");
    expect(auditor?.permissions).toContain("audit.list");
    expect(auditor?.permissions.filter((name) => !/\.(list|read)$/.test(name))).toEqual([]);
  });
});
