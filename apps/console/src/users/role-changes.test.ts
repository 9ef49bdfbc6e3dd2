import { describe, expect, it } from "vitest";
import { changesText, failedText, roleChanges } from "./role-changes.ts";

const choices = ["designer", "analyst", "engineer"].map((id) => ({ id, name: id, description: "", permissions: [] }));
const changes = (held: readonly string[], wanted: readonly string[]) => roleChanges(choices, new Set(held), new Set(wanted));

describe("the roles of a user", () => {
  it("are changed by the differences alone, what is taken last", () => {
    const found = changes(["designer", "analyst"], ["designer", "engineer"]);
    expect(found.map(({ kind, role }) => [kind, role.id])).toEqual([
      ["add", "engineer"],
      ["remove", "analyst"],
    ]);
  });
  it("say what will change", () => {
    expect(changesText(changes(["analyst"], ["designer"]))).toBe("1 role added, 1 removed");
    expect(changesText(changes([], ["designer", "analyst"]))).toBe("2 roles added");
    expect(changesText(changes(["analyst"], []))).toBe("1 role removed");
    expect(failedText(changes(["analyst"], ["designer"]))).toBe("1 role not added, 1 not removed");
    expect(failedText(changes([], ["designer", "analyst"]))).toBe("2 roles not added");
    expect(failedText(changes(["analyst"], []))).toBe("1 role not removed");
    expect(changesText(changes(["analyst"], ["analyst"]))).toBe("Nothing changed");
  });
});
