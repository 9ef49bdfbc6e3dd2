import { readFileSync } from "node:fs";
import { join } from "node:path";
import { permissionNeeds, starterRoles } from "@airlock/contract";
import { expect, test } from "vitest";

test("starter roles and dependencies of permissions are listed in the documentation", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../../docs/starter-roles.md"), "utf8");
  const rows = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  for (const { name, code: short, description, permissions: held } of starterRoles) {
    expect(rows).toContainEqual(["", name, short, description, code(held), ""]);
  }
  for (const [name, needed] of Object.entries(permissionNeeds)) expect(rows).toContainEqual(["", code([name]), code(needed), ""]);
});
