import type { Permission } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { choiceText, chosen, isOn, missingNeeds, noChoice, rebased, tickWithNeeds, withChoice } from "./permission-choice.ts";

const stored: readonly Permission[] = ["solutions.list", "users.list"];

describe("ticking permissions", () => {
  it("adds what the role has not and removes what it has", () => {
    const one = withChoice(stored, noChoice, ["solutions.list", "solutions.create"], true);
    expect([...one.added]).toEqual(["solutions.create"]);
    const two = withChoice(stored, one, ["users.list"], false);
    expect(chosen(stored, two)).toEqual(["solutions.list", "solutions.create"]);
    expect(isOn(stored, two, "users.list")).toBe(false);
  });
  it("takes itself back", () => {
    const on = withChoice(stored, noChoice, ["groups.list"], true);
    const off = withChoice(stored, on, ["groups.list"], false);
    expect([off.added.size, off.removed.size]).toEqual([0, 0]);
  });
  it("lies over what someone else stored meanwhile", () => {
    const mine = withChoice(stored, withChoice(stored, noChoice, ["groups.list", "groups.create"], true), ["users.list"], false);
    const theirs: readonly Permission[] = ["solutions.list", "groups.list", "allRoles.list"];
    const now = rebased(theirs, mine);
    expect(chosen(theirs, now)).toEqual(["solutions.list", "groups.list", "allRoles.list", "groups.create"]);
    expect(choiceText(now)).toBe("1 permission added: groups.create");
  });
  it("ticks what is needed besides, as far as it may be given", () => {
    const { choice, also } = tickWithNeeds(stored, noChoice, ["executions.list"], (name) => name !== "versionExecutions.list");
    expect(also).toEqual(["versions.list"]);
    expect(chosen(stored, choice)).toEqual([...stored, "executions.list", "versions.list"]);
    expect(tickWithNeeds(stored, noChoice, ["solutions.create"], () => true).also).toEqual([]);
  });
  it("warns of what does not work without something that is not ticked", () => {
    expect(missingNeeds(["executions.list", "versionExecutions.list"])).toEqual({
      sentences: ["executions.list does not work without versions.list.", "versionExecutions.list does not work without versions.list."],
      missing: ["versions.list"],
    });
    expect(missingNeeds(stored)).toBeUndefined();
  });
  it("says what will change", () => {
    const some = withChoice(stored, withChoice(stored, noChoice, ["groups.list", "groups.create", "group.update"], true), stored, false);
    expect(choiceText(some)).toBe("3 permissions added; 2 removed: solutions.list, users.list");
    expect(choiceText(withChoice(stored, noChoice, ["users.list"], false))).toBe("1 permission removed: users.list");
  });
});
