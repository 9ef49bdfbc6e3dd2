import { newNode, type DecisionTableNode } from "@airlock/flow";
import { readXlsx, writeXlsx } from "@airlock/interchange/xlsx";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Editor } from "../../../session/editor.ts";
import { violationsIn } from "../../../testing/react/axe.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { seen } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();
const sheet = () => page.getByRole("dialog", { name: /Credit limit/ });

afterEach(() => vi.restoreAllMocks());

async function open(): Promise<Editor> {
  const definition = workbench();
  const { solutionDefinition } = definition;
  const node: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 40, 600),
    label: "Credit limit",
    inputColumns: [{ id: "i0", formula: "application.f_age" }],
    outputColumns: [{ id: "o0", resultField: "f_result" }],
    tableRows: ["< 18", "[18..65)", ">= 65"].map((cell, row) => ({
      id: `r${row}`,
      inputs: [cell],
      outputs: ["Refer"],
      reasonCode: `R${row}`,
    })),
  };
  const { editor } = await mountEditor({
    ...definition,
    solutionDefinition: { ...solutionDefinition, nodes: [...solutionDefinition.nodes, node] },
  });
  await panels.select("table");
  await panels.button("Open table").click();
  await seen(sheet().getByRole("grid"));
  return editor;
}

function rows(editor: Editor): readonly string[] {
  const node = editor.definition.solutionDefinition.nodes.find(({ id }) => id === "table");
  return node?.type === "DecisionTable"
    ? node.tableRows.map(({ inputs, outputs, reasonCode }) => [...inputs, ...outputs, reasonCode].join("|"))
    : [];
}

async function choose(cells: readonly (readonly string[])[]): Promise<void> {
  const file = new File([await writeXlsx([{ name: "Rows", cells }])], "limits.xlsx");
  await userEvent.upload(page.getByLabelText("Excel file"), file);
}

test("rows of an Excel file are previewed with what cannot be read, then replace those of the table, and can be undone", async () => {
  const editor = await open();
  await choose([
    ["result", "age"],
    ["Decline", "< 21"],
    ["Approve", "young"],
  ]);
  const preview = page.getByRole("dialog", { name: "Import 2 rows from limits.xlsx" });
  await seen(preview.getByText(/1 cell cannot be read and will be marked. 1 row will be deleted. The file has no column Reason code/));
  expect(await violationsIn()).toEqual([]);
  expect(rows(editor)).toHaveLength(3);
  await preview.getByRole("button", { name: "Import" }).click();
  expect(rows(editor)).toEqual(["< 21|Decline|R0", "young|Approve|R1"]);
  editor.undo();
  expect(rows(editor)).toEqual(["< 18|Refer|R0", "[18..65)|Refer|R1", ">= 65|Refer|R2"]);
});

test("a file without the heads of the columns is refused with the reason", async () => {
  await open();
  await choose([["a"], ["b"]]);
  await seen(sheet().getByText("limits.xlsx: The first row must have the heads of the columns: age, result, Reason code."));
});

test("the table is exported as an Excel file of that name", async () => {
  await open();
  const files: Blob[] = [];
  const names: string[] = [];
  const create = URL.createObjectURL.bind(URL);
  const createElement = document.createElement.bind(document);
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return create(file);
  });
  vi.spyOn(document, "createElement").mockImplementation((tag: string) => {
    const element = createElement(tag);
    if (element instanceof HTMLAnchorElement) {
      element.addEventListener("click", (event) => {
        event.preventDefault();
        names.push(element.download);
      });
    }
    return element;
  });
  await sheet().getByRole("button", { name: "Export to Excel" }).click();
  await expect.poll(() => names).toEqual(["Credit limit.xlsx"]);
  const read = await readXlsx((await files[0]?.arrayBuffer()) ?? new ArrayBuffer());
  expect(read).toMatchObject({
    ok: true,
    sheets: [
      {
        name: "Credit limit",
        cells: [
          ["age", "result", "Reason code"],
          ["< 18", "Refer", "R0"],
          ["[18..65)", "Refer", "R1"],
          [">= 65", "Refer", "R2"],
        ],
      },
      { name: "Fields" },
    ],
  });
});
