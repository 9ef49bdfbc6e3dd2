import { newCondition, type ProductionFacts } from "@airlock/flow";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type } from "../../../testing/react/input.ts";
import { mountEditor } from "../../../testing/react/mount-editor.tsx";
import { Panels } from "../../../testing/react/panels.ts";
import { gone, seen, textsOf } from "../../../testing/react/seen.ts";
import { workbench } from "../../../testing/workbench.ts";

const panels = new Panels();

test("Solution messages are live, lead to their place, and are fixed by a button", async () => {
  await mountEditor(workbench());
  await panels.select("bands");
  await panels.typed("Band 1 to", "500");
  const gap = panels.messages.getByRole("listitem").filter({ hasText: "RANGE_GAP" });
  await seen(gap);
  await panels.select("rule");
  await gap.getByRole("button", { name: /^Debt burden/ }).click();
  await seen(panels.details.getByRole("heading", { name: "Debt burden", exact: true }));
  await gap.getByRole("button", { name: /^Extend/ }).click();
  await gone(gap);

  await panels.select("rule");
  await panels.field("Condition 1 value").fill("");
  const missing = panels.messages.getByRole("listitem").filter({ hasText: "LITERAL_MISSING" });
  await seen(missing);
  await panels.select("bands");
  await missing.getByRole("button", { name: /^Minimum age/ }).click();
  await expect.element(panels.field("Condition 1 value")).toHaveFocus();
  await type("18");
  await gone(missing);
});

test("Fix all lists its changes first, makes them as one step, and offers Undo", async () => {
  const { editor } = await mountEditor(workbench());
  await panels.select("bands");
  await panels.typed("Band 1 to", "700");
  const overlap = panels.messages.getByRole("listitem").filter({ hasText: "RANGE_" });
  await seen(overlap.first());
  const before = editor.state.document;
  const fixAll = page.getByRole("button", { name: "Fix all..." });
  const dialog = page.getByRole("alertdialog", { name: /^Make \d+ changes?\?$/ });
  await fixAll.click();
  const changes = dialog.getByRole("list", { name: "Changes" }).getByRole("listitem");
  await seen(changes.filter({ hasText: "Debt burden" }).first());
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await gone(dialog);
  expect(editor.state.document).toBe(before);

  await fixAll.click();
  await dialog.getByRole("button", { name: "Apply" }).click();
  await gone(overlap);
  await expect.poll(() => editor.undoName).toMatch(/^Fix \d findings?$/);
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
  expect(editor.state.document).toBe(before);
});

test("a score without points for some values leads to its default points", async () => {
  const definition = workbench();
  const condition = { ...newCondition(), leftHandDatasource: "Runtime", leftHandFieldname: "f_points", leftHandType: "Integer" } as const;
  const links = definition.solutionDefinition.links.map((link) =>
    link.id === "l-list" ? { ...link, conditionFields: [{ ...condition, operator: ">" as const, rightHandFieldname: "5" }] } : link,
  );
  await mountEditor({ ...definition, solutionDefinition: { ...definition.solutionDefinition, links } });
  await panels.select("bands");
  await panels.typed("Band 2 to", "900");
  await panels.field("Default points").fill("");
  const missing = panels.messages.getByRole("listitem").filter({ hasText: "FIELD_MAY_BE_MISSING" });
  await seen(missing.getByText(/points is used but may be missing: Debt burden gives no points where net_income is 900 and above/));
  await panels.select("rule");
  await missing.getByRole("button", { name: "Give Debt burden default points..." }).click();
  await expect.element(panels.field("Default points")).toHaveFocus();
  expect(panels.value("Default points")).toBe("");
});

test("suggestions from executions are shown below the validator's messages, and fixed by a button", async () => {
  const facts: ProductionFacts = {
    recent: { days: 7, executions: 7_000, isSample: false },
    unlisted: [
      {
        nodeId: "list",
        part: "values",
        columnId: null,
        source: "Application",
        fieldKey: "f_residency",
        value: "BE",
        count: 214,
        share: 0.03,
      },
      {
        nodeId: "deleted",
        part: "values",
        columnId: null,
        source: "Application",
        fieldKey: "f_residency",
        value: "FR",
        count: 90,
        share: 0.01,
      },
    ],
    long: { days: 90, executions: 12_345, isSample: false },
    unused: [{ nodeId: "list", rowId: "v1", reads: ["Application f_residency"], cells: ["NL"] }],
  };
  const { editor } = await mountEditor(workbench(), { facts });
  const rows = panels.messages.getByRole("listitem");
  const came = rows.filter({ hasText: "'BE' came in 214 times in the last 7 days as residency and is not in the list." });
  const unused = rows.filter({ hasText: "'NL' has not matched for 90 days, in 12,345 executions." });
  await seen(came);
  await seen(unused);
  await seen(page.getByText(/, 2 suggestions$/));
  expect(textsOf(rows).slice(-2).join(" ")).toMatch(/^info.*VALUE_NOT_LISTED.*info.*ROW_NOT_MATCHED/);
  expect(textsOf(rows).join(" ")).not.toContain("'FR'");

  const before = editor.state.document;
  await came.getByRole("button", { name: "Add the value BE" }).click();
  await gone(came);
  editor.undo();
  await seen(came);
  await unused.getByRole("button", { name: "Delete value 1" }).click();
  await gone(unused);
  editor.undo();
  expect(editor.state.document).toBe(before);
  await came.getByRole("button", { name: /^Loan purpose/ }).click();
  await seen(panels.details.getByRole("heading", { name: "Loan purpose", exact: true }));
});
