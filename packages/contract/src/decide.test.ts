import { describe, expect, test } from "vitest";
import { pathParameters } from "./action.ts";
import { actionNamed, actionNames } from "./actions.ts";
import { decide, linksOf } from "./decide.ts";
import type { Permission } from "./permissions.ts";
import { permissions } from "./permissions.ts";

const everything = new Set<Permission>(permissions);
const nothing = new Set<Permission>();

describe("links and refusals come from the same row", () => {
  test("a link lists the methods that the permissions allow", () => {
    const shown = linksOf(
      "solution",
      { servingVersions: 0, hasVersions: true, validRuntime: true },
      { solutionId: "S" },
      new Set(["solutions.list", "solution.delete"]),
    );
    expect(shown).toEqual({
      self: { href: "/dme/manage/v1/solutions/S", allow: ["GET", "DELETE"] },
      definition: { href: "/dme/manage/v1/solutions/S/definition", allow: ["GET"] },
      saves: { href: "/dme/manage/v1/solutions/S/saves", allow: ["GET"] },
    });
  });

  test("a precondition that does not hold hides the link and refuses the call with its code", () => {
    const serving = { deploymentStatus: "serving" } as const;
    const shown = linksOf("version", serving, { versionId: "V", solutionId: "S" }, everything);
    expect(shown["deploy"]).toBeUndefined();
    expect(shown["stop"]).toEqual({ href: "/dme/manage/v1/versions/V/stop", allow: ["PUT"] });
    expect(decide(everything, "version.deploy", serving)).toEqual({ code: "VERSION_ALREADY_SERVING" });
    expect(decide(everything, "version.stop", serving)).toBeUndefined();
  });

  test("of two preconditions, each hides the link and refuses with its own code", () => {
    const user = { type: "User", userStatus: "active", isSelf: false, beyondOwn: false } as const;
    expect(decide(everything, "user.delete", user)).toBeUndefined();
    expect(decide(everything, "user.delete", { ...user, isSelf: true })).toEqual({ code: "USER_IS_SELF" });
    expect(decide(everything, "user.delete", { ...user, beyondOwn: true })).toEqual({ code: "USER_BEYOND_OWN" });
    expect(linksOf("user", { ...user, beyondOwn: true }, { userId: "U" }, everything)["self"]?.allow).toEqual(["GET"]);
  });

  test("a missing permission is reported by name, before the state is checked", () => {
    expect(decide(nothing, "version.stop", { deploymentStatus: "stopped" })).toEqual({
      code: "PERMISSION_MISSING",
      details: { permission: "solution.update" },
    });
  });

  test("a profile without permissions still shows its own calls", () => {
    const shown = linksOf("profile", {}, {}, nothing);
    expect(Object.keys(shown).sort()).toEqual(["dashboard", "self"]);
    expect(shown["self"]?.allow).toEqual(["GET"]);
  });

  test("a profile with every permission has the links of the spec", () => {
    expect(Object.keys(linksOf("profile", {}, {}, everything)).sort()).toEqual(
      [
        "audit",
        "auditFile",
        "buckets",
        "comparison",
        "comparisons",
        "bucketFiles",
        "datasources",
        "experimentResult",
        "experimentResultDetails",
        "experiments",
        "fileDefinition",
        "imports",
        "uploads",
        "erasureFields",
        "erasurePreview",
        "erasures",
        "execution",
        "executionExports",
        "executions",
        "exports",
        "self",
        "dashboard",
        "solutions",
        "users",
        "allRoles",
        "organisations",
        "permissions",
        "predictions",
        "secrets",
        "versions",
        "versionStats",
        "statsDetails",
        "refusedRequestCounts",
        "refusedRequests",
        "releasePolicy",
        "lists",
        "monitors",
        "firings",
        "user.invite",
        "groups",
      ].sort(),
    );
  });

  test("an id that only the caller knows makes the link a template", () => {
    const shown = linksOf("user", { type: "User", userStatus: "active", isSelf: false, beyondOwn: false }, { userId: "U" }, everything);
    expect(shown["role"]).toEqual({ href: "/dme/manage/v1/users/U/roles/{roleId}", allow: ["POST", "DELETE"], templated: true });
  });

  test("no user may follow a call that is for keys", () => {
    expect(decide(everything, "version.execute", { deploymentStatus: "serving" })?.code).toBe("PERMISSION_MISSING");
  });
});

describe("the table is consistent", () => {
  const rows = actionNames.map((name) => ({ name, ...actionNamed(name) }));

  test("a precondition looks at a resource that shows the link, and its refusal is declared", () => {
    for (const { precondition, links, problems } of rows.filter((row) => row.precondition !== undefined)) {
      // Elsewhere only a profile shows it, as a template.
      expect(links.some((placement) => placement.on === precondition?.resource)).toBe(true);
      expect(links.every((placement) => placement.on === precondition?.resource || placement.on === "profile")).toBe(true);
      expect(problems).toEqual(expect.arrayContaining([...(precondition?.problems ?? [])]));
    }
  });

  test("whatever takes an id can say that there is no such thing", () => {
    for (const row of rows.filter(({ path }) => pathParameters(path).some((parameter) => parameter.endsWith("Id")))) {
      expect(`${row.name} ${row.problems.join(" ")}`).toMatch(/_NOT_FOUND/);
    }
  });

  test("a GET takes no body", () => {
    expect(rows.filter((row) => row.method === "GET" && row.body !== undefined)).toEqual([]);
  });

  test("no two rows share a method and an address", () => {
    const addresses = rows.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("rows that share a link share its address", () => {
    const addresses = new Map<string, string>();
    for (const { links, path } of rows) {
      for (const { on, rel } of links) {
        expect(addresses.get(`${on} ${rel}`) ?? path).toBe(path);
        addresses.set(`${on} ${rel}`, path);
      }
    }
  });
});
