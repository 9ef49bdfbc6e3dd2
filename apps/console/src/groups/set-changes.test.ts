import { describe, expect, it } from "vitest";
import { setChanges, setChangesText } from "./set-changes.ts";

const line = (key: string, held: boolean) => ({ key, name: key, note: "", held });
const lines = [line("a", true), line("b", false), line("c", true), line("d", false)];

describe("what changes in a group", () => {
  it("adds before it takes out, and leaves the rest alone", () => {
    const changes = setChanges(lines, new Set(["a", "b"]));
    expect(changes.map(({ line: { key }, kind }) => `${kind} ${key}`)).toEqual(["add b", "remove a"]);
  });
  it("has a text", () => {
    expect(setChangesText({ one: "member", many: "members" }, setChanges(lines, new Set(["b", "d", "a"])))).toBe(
      "2 members added, 1 removed",
    );
    expect(setChangesText({ one: "role", many: "roles" }, setChanges(lines, new Set(["c"])))).toBe("1 role removed");
    expect(setChangesText({ one: "role", many: "roles" }, [])).toBe("");
  });
});
