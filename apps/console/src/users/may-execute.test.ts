import { expect, it } from "vitest";
import { mayExecute } from "./may-execute.ts";

const role = (id: string, permissions: readonly string[] | undefined) => ({ id, name: id, description: "", permissions });
const roles = [role("caller", ["solution.execute"]), role("auditor", ["audit.list"]), role("hidden", undefined)];

it("knows whether one of the roles may execute, and whether that can be known", () => {
  expect(mayExecute(roles, new Set(["caller", "auditor"]))).toBe(true);
  expect(mayExecute(roles, new Set(["caller", "hidden"]))).toBe(true);
  expect(mayExecute(roles, new Set(["auditor"]))).toBe(false);
  expect(mayExecute(roles, new Set())).toBe(false);
  expect(mayExecute(roles, new Set(["auditor", "hidden"]))).toBeUndefined();
  // Its roles are not listed, or not loaded yet.
  expect(mayExecute([], new Set(["auditor"]))).toBeUndefined();
});
