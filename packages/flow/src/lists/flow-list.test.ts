import { describe, expect, it } from "vitest";
import { diff } from "../diff/diff.ts";
import { emptyDefinition } from "../empty-definition.ts";
import { parseDefinition } from "../parse/parse-definition.ts";
import { withListVersions, type FlowList } from "./flow-list.ts";

const countries: FlowList = { listId: "01JAAAAAAAAAAAAAAAAAAAAAAA", name: "countries", keyType: "String", columns: [] };
const tariffs: FlowList = {
  listId: "01JBBBBBBBBBBBBBBBBBBBBBBB",
  name: "tariffs",
  keyType: "Integer",
  columns: [{ name: "rate", type: "Float" }],
};
const flow = { ...emptyDefinition(), lists: [countries, { ...tariffs, version: 2 }] };

describe("versions of a flow's lists", () => {
  it("pins those that are named and follows all others", () => {
    expect(withListVersions(flow, new Map([[countries.listId, 7]])).lists).toEqual([{ ...countries, version: 7 }, tariffs]);
  });

  it("leaves a flow without lists as it is", () => {
    const without = emptyDefinition();
    expect(withListVersions(without, new Map([[countries.listId, 7]]))).toBe(without);
  });

  it("is read from a document, and 0 is none", () => {
    const read = (version: number) => {
      const parsed = parseDefinition({ ...flow, lists: [{ ...countries, version }] });
      return parsed.ok ? parsed.definition.lists : parsed.problems;
    };
    expect(read(3)).toEqual([{ ...countries, version: 3 }]);
    expect(read(0)).toEqual([countries]);
  });

  it("is a change that decides differently", () => {
    const changes = diff(flow, withListVersions(flow, new Map()));
    expect(changes).toMatchObject([
      { what: "list", name: "tariffs", change: "changed", meaning: true, properties: [{ property: "version", before: "2", after: "" }] },
    ]);
  });
});
