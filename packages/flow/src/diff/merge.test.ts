import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Definition, FlowLink, NodeOf, TableRow } from "../definition.ts";
import { parseDefinition } from "../parse/parse-definition.ts";
import { anyDefinition } from "../testing/any-definition.ts";
import { draw, node, set, table, when } from "../testing/draw.ts";
import { merge, type MergeSide } from "./merge.ts";

// Hundreds of generated definitions on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const base = draw({
  application: { age: "Integer!", income: "Float" },
  runtime: { result: "String" },
  nodes: [
    node("EasyRule", "rule", {
      label: "Minimum age",
      conditionFields: when("application.age < 18"),
      thenFields: [set("result = Decline")],
    }),
    node("SetState", "ok", { label: "Approve", setFields: [set("result = Approve")] }),
  ],
  links: ["start -> rule", "rule -> ok", "ok -> end"],
});

function withNode(id: string, change: object, definition: Definition = base): Definition {
  const nodes = definition.solutionDefinition.nodes.map((old) => (old.id === id ? { ...old, ...change } : old));
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
}

function without(id: string): Definition {
  const { nodes, links } = base.solutionDefinition;
  return {
    ...base,
    solutionDefinition: {
      ...base.solutionDefinition,
      nodes: nodes.filter((one) => one.id !== id),
      links: links.filter((link) => link.source !== id && link.target !== id),
    },
  };
}

const nodeIn = (definition: Definition, id: string) => definition.solutionDefinition.nodes.find((one) => one.id === id);

type Table = NodeOf<"DecisionTable">;

const terms = table("terms", {
  inputs: ["application.age", "application.income"],
  outputs: ["rate", "limit"],
  rows: [">= 30 | >= 1000 | 5 | 100", ">= 18 | >= 500 | 7 | 50"],
  otherwise: "9 | 10",
});

/** Merges changes of one table. */
function mergeTerms(mine: Table, theirs: Table, choices?: ReadonlyMap<string, MergeSide>) {
  const [before, own, other] = [terms, mine, theirs].map((one) =>
    draw({ application: { age: "Integer", income: "Float" }, runtime: { rate: "Float", limit: "Float", fee: "Float" }, nodes: [one] }),
  );
  if (before === undefined || own === undefined || other === undefined) throw new Error("One is missing.");
  const { definition, conflicts } = merge(before, own, other, choices);
  const merged = nodeIn(definition, "terms");
  if (merged?.type !== "DecisionTable") throw new Error("The table is missing.");
  const { inputColumns, outputColumns, tableRows, defaultRows } = merged;
  return {
    columns: [...inputColumns, ...outputColumns].map(({ id }) => id).join(" "),
    rows: [...tableRows, ...defaultRows].map(({ inputs, outputs }) => [...inputs, ...outputs].join(" | ")),
    conflicts: conflicts.map(({ property, mine: ours, theirs: others, taken }) => ({ property, mine: ours, theirs: others, taken })),
  };
}

/** The table with other columns, by their ids; cells are those of the columns, and `-` in new ones. */
function withColumns(before: Table, inputs: readonly string[], outputs: readonly string[]): Table {
  const cells = (row: readonly string[], columns: readonly { readonly id: string }[], ids: readonly string[]) =>
    ids.map((id) => row[columns.findIndex((column) => column.id === id)] ?? "-");
  const changed = (row: TableRow): TableRow => ({ ...row, outputs: cells(row.outputs, before.outputColumns, outputs) });
  return {
    ...before,
    inputColumns: inputs.map((id) => before.inputColumns.find((one) => one.id === id) ?? { id, formula: "application.age" }),
    outputColumns: outputs.map((id) => before.outputColumns.find((one) => one.id === id) ?? { id, resultField: "fee" }),
    tableRows: before.tableRows.map((row) => ({ ...changed(row), inputs: cells(row.inputs, before.inputColumns, inputs) })),
    defaultRows: before.defaultRows.map(changed),
  };
}

/** The table with other cells in its first row. */
function withFirstRow(before: Table, cells: Partial<Pick<TableRow, "inputs" | "outputs">>): Table {
  return { ...before, tableRows: before.tableRows.map((row, at) => (at === 0 ? { ...row, ...cells } : row)) };
}

describe("merge", () => {
  it("takes what only one changed, in different things and in different properties of one thing", () => {
    const mine = withNode("rule", { label: "Age of 21", x: 500 });
    const theirs = withNode("ok", { label: "Accept" }, withNode("rule", { conditionFields: when("application.age < 21") }));
    const { definition, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(nodeIn(definition, "rule")).toMatchObject({ label: "Age of 21", x: 500, conditionFields: [{ rightHandFieldname: "21" }] });
    expect(nodeIn(definition, "ok")).toMatchObject({ label: "Accept" });
  });

  it("takes mock responses of both, and reports a conflict for a response that both changed", () => {
    const mocked = (bodies: Readonly<Record<string, string>>): Definition => ({
      ...base,
      mocks: { webCalls: Object.fromEntries(Object.entries(bodies).map(([id, body]) => [id, { status: 200, body }])) },
    });
    const before = mocked({ rule: "{}", ok: "1" });
    const both = merge(before, mocked({ rule: "{}", ok: "2" }), mocked({ rule: "{}", ok: "1", end: "[]" }));
    expect(both.conflicts).toEqual([]);
    expect(both.definition.mocks).toEqual(mocked({ rule: "{}", ok: "2", end: "[]" }).mocks);
    const { conflicts, definition } = merge(before, mocked({ rule: "{}", ok: "2" }), mocked({ rule: "{}", ok: "3" }));
    expect(conflicts).toMatchObject([{ name: "mock response of Approve", taken: "mine" }]);
    expect(definition.mocks?.webCalls?.["ok"]?.body).toBe("2");
  });

  it("takes test values and cases of both, and reports a conflict for a value that both changed", () => {
    const tried = (values: Readonly<Record<string, string>>): Definition => ({
      ...base,
      applicationTestData: Object.entries(values).map(([name, value]) => ({ name, value })),
    });
    const before = tried({ age: "34", income: "2000" });
    const { definition, conflicts } = merge(before, tried({ age: "17", income: "2000" }), tried({ age: "34", income: "2500", extra: "1" }));
    expect(definition.applicationTestData).toEqual([
      { name: "age", value: "17" },
      { name: "income", value: "2500" },
      { name: "extra", value: "1" },
    ]);
    expect(conflicts).toEqual([]);
    const both = merge(before, tried({ age: "17" }), tried({ age: "18" }));
    expect(both.conflicts).toEqual([
      { key: "testValue age 0 value", name: "test value of age", property: "value", mine: "17", theirs: "18", taken: "mine" },
    ]);
    const chosen = merge(before, tried({ age: "17" }), tried({ age: "18" }), new Map([["testValue age 0 value", "theirs"]]));
    expect(chosen.definition.applicationTestData).toEqual([{ name: "age", value: "18" }]);
    const testCase = { id: "one", name: "Adult", input: { age: 34 }, expect: { runtimeData: {} } };
    const withCase = (name: string): Definition => ({ ...base, testCases: [{ ...testCase, name }] });
    expect(merge(withCase("Adult"), withCase("Adult"), withCase("Grown-up")).definition.testCases).toEqual([
      { ...testCase, name: "Grown-up" },
    ]);
    expect(merge(withCase("Adult"), withCase("Of age"), withCase("Grown-up")).conflicts.map(({ property }) => property)).toEqual(["name"]);
  });

  it("reports conflicts in words, and applies the choices", () => {
    const mine = withNode("rule", { conditionFields: when("application.age < 20") });
    const theirs = withNode("rule", { conditionFields: when("application.age < 21") });
    const { definition, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([
      {
        key: "node rule conditionFields",
        name: "Minimum age",
        property: "conditionFields",
        mine: "age < 20",
        theirs: "age < 21",
        taken: "mine",
      },
    ]);
    expect(nodeIn(definition, "rule")).toMatchObject({ conditionFields: [{ rightHandFieldname: "20" }] });
    const chosen = merge(base, mine, theirs, new Map([["node rule conditionFields", "theirs"]]));
    expect(nodeIn(chosen.definition, "rule")).toMatchObject({ conditionFields: [{ rightHandFieldname: "21" }] });
  });

  it("keeps what one removed and the other changed, and says so", () => {
    const { definition, conflicts } = merge(base, without("ok"), withNode("ok", { label: "Accept" }));
    expect(nodeIn(definition, "ok")).toMatchObject({ label: "Accept" });
    expect(conflicts).toEqual([{ key: "node ok", name: "Accept", mine: "removed", theirs: "changed", taken: "theirs" }]);
    const gone = merge(base, without("ok"), withNode("ok", { label: "Accept" }), new Map([["node ok", "mine"]]));
    expect(nodeIn(gone.definition, "ok")).toBeUndefined();
  });

  it("keeps a node that one removed and the other linked, with the link", () => {
    const [link] = base.solutionDefinition.links;
    if (link === undefined) throw new Error("There is no link.");
    const added = { ...link, id: "added", source: "start", target: "ok" };
    const linked = { ...base, solutionDefinition: { ...base.solutionDefinition, links: [...base.solutionDefinition.links, added] } };
    const conflict = { key: "node ok", name: "Approve" };
    const kept = merge(base, linked, without("ok"));
    expect(kept.conflicts).toEqual([{ ...conflict, mine: "changed", theirs: "removed", taken: "mine" }]);
    expect(nodeIn(kept.definition, "ok")).toBeDefined();
    expect(kept.definition.solutionDefinition.links.map(({ id }) => id)).toEqual(["link0", "added"]);
    expect(merge(base, without("ok"), linked).conflicts).toEqual([{ ...conflict, mine: "removed", theirs: "changed", taken: "theirs" }]);
    const removed = merge(base, linked, without("ok"), new Map([[conflict.key, "theirs"]])).definition;
    expect([nodeIn(removed, "ok"), removed.solutionDefinition.links.map(({ id }) => id)]).toEqual([undefined, ["link0"]]);
  });

  it("leaves the cells of a table under their columns, which the other user moved, removed or added", () => {
    const mine = withFirstRow(terms, { inputs: [">= 35", ">= 1000"] });
    expect(mergeTerms(mine, withColumns(terms, ["i1", "i0"], ["o1", "o0"]))).toEqual({
      columns: "i1 i0 o1 o0",
      rows: [">= 1000 | >= 35 | 100 | 5", ">= 500 | >= 18 | 50 | 7", "10 | 9"],
      conflicts: [],
    });
    expect(mergeTerms(withColumns(terms, ["i0", "new"], ["new", "o1"]), withFirstRow(terms, { inputs: [">= 35", ">= 1000"] }))).toEqual({
      columns: "i0 new new o1",
      rows: [">= 35 | - | - | 100", ">= 18 | - | - | 50", "- | 10"],
      conflicts: [],
    });
    const added = { id: "added", inputs: ["< 18", "-"], outputs: ["-", "0"], reasonCode: "R1" };
    expect(mergeTerms({ ...terms, tableRows: [...terms.tableRows, added] }, withColumns(terms, ["i0", "i1", "i2"], ["o1"]))).toEqual({
      columns: "i0 i1 i2 o1",
      rows: [">= 30 | >= 1000 | - | 100", ">= 18 | >= 500 | - | 50", "< 18 | - | - | 0", "10"],
      conflicts: [],
    });
  });

  it("reports a conflict where one changed cells of a column that the other removed, and keeps it", () => {
    const changed = withFirstRow(terms, { inputs: [">= 35", ">= 1000"], outputs: ["6", "100"] });
    const removed = withColumns(terms, ["i0", "i1"], ["o1"]);
    const kept = [">= 35 | >= 1000 | 6 | 100", ">= 18 | >= 500 | 7 | 50", "9 | 10"];
    expect(mergeTerms(changed, removed)).toEqual({
      columns: "i0 i1 o0 o1",
      rows: kept,
      conflicts: [{ property: "outputColumns", mine: "rate, limit", theirs: "limit", taken: "mine" }],
    });
    expect(mergeTerms(removed, changed)).toEqual({
      columns: "i0 i1 o0 o1",
      rows: kept,
      conflicts: [{ property: "outputColumns", mine: "limit", theirs: "rate, limit", taken: "theirs" }],
    });
    expect(mergeTerms(changed, removed, new Map([["node terms outputColumns", "theirs"]]))).toMatchObject({
      columns: "i0 i1 o1",
      rows: [">= 35 | >= 1000 | 100", ">= 18 | >= 500 | 50", "10"],
    });
    const added = { id: "added", inputs: ["< 18", "< 100"], outputs: ["-", "0"], reasonCode: "" };
    const narrower = mergeTerms({ ...terms, tableRows: [...terms.tableRows, added] }, withColumns(terms, ["i0"], ["o0", "o1"]));
    expect(narrower.conflicts).toMatchObject([{ property: "inputColumns", taken: "mine" }]);
  });

  it("puts the rows of either side under the columns of either", () => {
    const mine = withFirstRow(withColumns(terms, ["i1", "i0"], ["o0", "o1"]), { inputs: [">= 1100", ">= 30"] });
    const theirs = withFirstRow(withColumns(terms, ["i1"], ["o0", "o1"]), { outputs: ["8", "100"] });
    const merged = (columns: MergeSide, rows: MergeSide) =>
      mergeTerms(
        mine,
        theirs,
        new Map([
          ["node terms inputColumns", columns],
          ["node terms tableRows", rows],
        ]),
      );
    const first = (columns: MergeSide, rows: MergeSide) => merged(columns, rows).rows[0];
    expect(merged("mine", "mine").conflicts.map(({ property }) => property)).toEqual(["inputColumns", "tableRows"]);
    expect(first("mine", "mine")).toBe(">= 1100 | >= 30 | 5 | 100");
    // They removed the column: its cells are those that it had.
    expect(first("mine", "theirs")).toBe(">= 1000 | >= 30 | 8 | 100");
    expect(first("theirs", "mine")).toBe(">= 1100 | 5 | 100");
    expect(first("theirs", "theirs")).toBe(">= 1000 | 8 | 100");
  });

  it("has no cell under another column, whatever both changed", () => {
    // Each cell begins with the id of its column.
    const tableOf = (inputs: readonly string[], outputs: readonly string[], rows: readonly string[]): Table => ({
      ...withColumns(terms, inputs, outputs),
      tableRows: rows.map((text, at) => ({
        id: `r${at}`,
        inputs: inputs.map((id) => `${id} ${text}`),
        outputs: outputs.map((id) => `${id} ${text}`),
        reasonCode: "",
      })),
      defaultRows: [],
    });
    const anyTable = fc
      .tuple(
        fc.shuffledSubarray(["i0", "i1", "i2"]),
        fc.shuffledSubarray(["o0", "o1", "o2"]),
        fc.array(fc.constantFrom("a", "b"), { maxLength: 3 }),
      )
      .map(([inputs, outputs, rows]) => tableOf(inputs, outputs, rows));
    const anySide = fc.constantFrom<MergeSide>("mine", "theirs");
    fc.assert(
      fc.property(anyTable, anyTable, anyTable, fc.tuple(anySide, anySide, anySide), (one, two, three, [inputs, outputs, rows]) => {
        const [before, mine, theirs] = [one, two, three].map((drawn) => draw({ nodes: [drawn] }));
        const choices = new Map([
          ["node terms inputColumns", inputs],
          ["node terms outputColumns", outputs],
          ["node terms tableRows", rows],
        ]);
        const merged = before && mine && theirs && nodeIn(merge(before, mine, theirs, choices).definition, "terms");
        if (merged?.type !== "DecisionTable") throw new Error("The table is missing.");
        const columns = [...merged.inputColumns, ...merged.outputColumns].map(({ id }) => id);
        for (const row of merged.tableRows) {
          const cells = [...row.inputs, ...row.outputs];
          expect(cells.map((cell, at) => (cell === "-" ? columns[at] : cell.slice(0, 2)))).toEqual(columns);
        }
      }),
      { numRuns: 500 },
    );
  });

  describe("the order of a node's links", () => {
    const fork = draw({
      application: { age: "Integer" },
      nodes: [
        node("SetState", "approve", { label: "Approve" }),
        node("SetState", "refer", { label: "Refer" }),
        node("SetState", "decline", { label: "Decline" }),
      ],
      links: [
        "start -> approve: application.age > 60",
        "start -> refer: application.age > 40",
        "start -> decline: application.age > 20",
        "approve -> refer: application.age > 80",
        "approve -> decline",
      ],
    });
    const [toApprove, toRefer, toDecline, approveToRefer, approveToDecline] = fork.solutionDefinition.links;
    if (!toApprove || !toRefer || !toDecline || !approveToRefer || !approveToDecline) throw new Error("A link is missing.");
    const inOrder = (...links: readonly FlowLink[]): Definition => ({
      ...fork,
      solutionDefinition: { ...fork.solutionDefinition, links },
    });
    const order = (source: string, definition: Definition) =>
      definition.solutionDefinition.links
        .filter((link) => link.source === source)
        .map(({ id, target }) => (id.startsWith("new") ? id : target));
    const ofApprove = [approveToRefer, approveToDecline] as const;
    const declineFirst = inOrder(toDecline, toApprove, toRefer, ...ofApprove);

    it("is that of the user who changed it", () => {
      const theirs = withNode("approve", { label: "Accept" }, fork);
      for (const { definition, conflicts } of [merge(fork, declineFirst, theirs), merge(fork, theirs, declineFirst)]) {
        expect(order("start", definition)).toEqual(["decline", "approve", "refer"]);
        expect(conflicts).toEqual([]);
      }
    });

    it("is merged for each node by itself", () => {
      const theirs = inOrder(toApprove, toRefer, toDecline, approveToDecline, approveToRefer);
      const { definition, conflicts } = merge(fork, declineFirst, theirs);
      expect(order("start", definition)).toEqual(["decline", "approve", "refer"]);
      expect(order("approve", definition)).toEqual(["decline", "refer"]);
      expect(conflicts).toEqual([]);
    });

    it("has added links where they were put", () => {
      const mine = inOrder({ ...toRefer, id: "new-first" }, toApprove, toRefer, toDecline, ...ofApprove);
      const theirs = inOrder(toApprove, toRefer, toDecline, { ...toRefer, id: "new-last" }, ...ofApprove);
      expect(order("start", merge(fork, mine, theirs).definition)).toEqual(["new-first", "approve", "refer", "decline", "new-last"]);
      expect(order("start", merge(fork, mine, declineFirst).definition)).toEqual(["decline", "new-first", "approve", "refer"]);
    });

    it("is a conflict where both changed it differently", () => {
      const referFirst = inOrder(toRefer, toApprove, toDecline, ...ofApprove);
      const conflict = {
        key: "node start linkOrder",
        name: "Start",
        property: "linkOrder",
        mine: "Decline, Approve, Refer",
        theirs: "Refer, Approve, Decline",
      };
      for (const taken of ["mine", "theirs"] as const) {
        const { definition, conflicts } = merge(fork, declineFirst, referFirst, new Map([[conflict.key, taken]]));
        expect(conflicts).toEqual([{ ...conflict, taken }]);
        expect(order("start", definition)).toEqual(order("start", taken === "mine" ? declineFirst : referFirst));
      }
      expect(merge(fork, declineFirst, referFirst).conflicts).toEqual([{ ...conflict, taken: "mine" }]);
      expect(merge(fork, declineFirst, declineFirst).conflicts).toEqual([]);
    });
  });

  it("leaves no link without its node", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, anyDefinition, (one, two, three) => {
        const { nodes, links } = merge(one, two, three).definition.solutionDefinition;
        const ids = new Set(["", ...nodes.map((drawn) => drawn.id)]);
        expect(links.filter((link) => !ids.has(link.source) || !ids.has(link.target))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("gives a definition that can be stored; with one side as it was, the other; with both alike, that", () => {
    fc.assert(
      fc.property(anyDefinition, anyDefinition, (one, other) => {
        expect(parseDefinition(JSON.parse(JSON.stringify(merge(one, other, one).definition))).ok).toBe(true);
        const links = other.solutionDefinition.links.filter((link) => link.source !== "nobody" && link.target !== "nobody");
        const { zoom } = one.solutionDefinition;
        const changed = { ...other, solutionDefinition: { ...other.solutionDefinition, links, zoom } };
        expect(merge(one, one, other)).toEqual({ definition: changed, conflicts: [] });
        const asOne = { ...other, solutionDefinition: { ...other.solutionDefinition, zoom } };
        expect(merge(one, asOne, one)).toEqual({ definition: changed, conflicts: [] });
        expect(merge(one, other, other).conflicts).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
