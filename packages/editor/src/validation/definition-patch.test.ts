import type { DecisionTableNode, Definition } from "@airlock/flow";
import { newNode } from "@airlock/flow";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { editTable } from "../commands/edit-table.ts";
import { deleteRows, insertRow, moveRows, sortRows, writeAll } from "../decision-table/edit-table.ts";
import { Editor } from "../session/editor.ts";
import { anyThrow, commandFor } from "../testing/any-command.ts";
import { counter, sampleDefinition } from "../testing/sample-flow.ts";
import { patched, patchOf } from "./definition-patch.ts";

/** As a worker has it: nothing is shared with the page. */
const posted = <Value>(value: Value): Value => structuredClone(value);

test("patches of any sequence of edits give the definition of the editor", () => {
  fc.assert(
    fc.property(fc.array(anyThrow, { minLength: 5, maxLength: 40 }), (throws) => {
      const editor = new Editor(sampleDefinition());
      const newId = counter("x");
      let sent: Definition | undefined;
      let there: Definition | undefined;
      for (const by of throws) {
        editor.execute(commandFor(editor.state.document, by, newId));
        if (by.a % 4 === 0) editor.undo();
        there = patched(there, posted(patchOf(sent, editor.definition)));
        sent = editor.definition;
        expect(there).toEqual(sent);
      }
    }),
    { numRuns: 30 },
  );
});

const withTable = (rows: number): Definition => {
  const definition = sampleDefinition();
  const table: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 0, 0),
    inputColumns: [{ id: "i0", formula: "application.f_age" }],
    tableRows: Array.from({ length: rows }, (_, row) => ({ id: `r${row}`, inputs: [String(row)], outputs: [], reasonCode: "" })),
  };
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: [...definition.solutionDefinition.nodes, table] },
  };
};

test.each([
  ["a written cell", 1, (table) => writeAll(table, [500], { left: 0, right: 0 }, "7")],
  ["an added row", 1, (table) => insertRow(table, 300, "new")],
  ["deleted rows", 0, (table) => deleteRows(table, new Set([10, 11]))],
  ["a moved row", 2, (table) => moveRows(table, { top: 20, bottom: 20 }, 1)],
  ["sorted rows", 1_000, (table) => sortRows(table, 0, -1)],
] satisfies readonly (readonly [string, number, (table: DecisionTableNode) => DecisionTableNode])[])(
  "of a table, %s sends %i rows",
  (_, count, edit) => {
    const editor = new Editor(withTable(1_000));
    const before = editor.definition;
    editor.execute(editTable("table", "Edit", edit));
    const patch = patchOf(before, editor.definition);
    expect(patch.nodes.flatMap((node) => (typeof node === "object" && "rows" in node ? node.rows : []))).toHaveLength(count);
    // All other nodes, fields and test data are not sent.
    expect(patch.nodes.filter((node) => typeof node !== "number")).toHaveLength(1);
    expect(Object.keys(patch.changed)).toEqual(["solutionDefinition"]);
    expect(patched(posted(before), posted(patch))).toEqual(editor.definition);
  },
);
