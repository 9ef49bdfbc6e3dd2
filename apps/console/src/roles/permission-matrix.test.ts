import { permissionCatalogue, permissions } from "@airlock/contract/permissions";
import { describe, expect, it } from "vitest";
import { permissionMatrix, searchMatrix } from "./permission-matrix.ts";

const catalogue = permissions.map((name) => ({ name, ...permissionCatalogue[name] }));
const matrix = permissionMatrix(catalogue);

describe("the permissions by noun", () => {
  it("show every permission once, in a column or beside them", () => {
    const shown = matrix.flatMap(({ columns, also }) => [
      ...Object.values(columns).map((entry) => entry.name),
      ...also.map(({ entry }) => entry.name),
    ]);
    expect(shown.toSorted()).toEqual([...permissions].toSorted());
  });
  it("have the usual verbs as columns and a word for the rest", () => {
    const solutions = matrix[0];
    expect(solutions?.title).toBe("Solutions");
    expect(solutions?.columns.update?.name).toBe("solution.update");
    expect(solutions?.columns.read).toBeUndefined();
    expect(solutions?.also.map(({ label }) => label)).toEqual(["Release", "Approve", "Bypass", "Policy", "Execute"]);
  });
  it("have a word for each that this console knows", () => {
    expect(matrix.flatMap(({ also }) => also.filter(({ entry, label }) => label === entry.name))).toEqual([]);
  });
  it("show what a newer api knows by its own string", () => {
    // A permission that this console does not know, as a newer API would list it.
    const newer = { name: "solution.rename" as "solution.update", noun: "solution", sentence: "Approve a version." };
    expect(permissionMatrix([...catalogue, newer])[0]?.also.at(-1)?.label).toBe("solution.rename");
  });
});

describe("searching them", () => {
  it("finds by string and by sentence, all words of it", () => {
    const found = searchMatrix(matrix, "delete user");
    expect(found.flatMap((group) => group.entries.map((entry) => entry.name))).toEqual(["user.delete"]);
    expect(searchMatrix(matrix, "imports.*").map((group) => group.title)).toEqual(["Datasources"]);
  });
  it("finds nothing for what is not there", () => {
    expect(searchMatrix(matrix, "teleport")).toEqual([]);
  });
});
