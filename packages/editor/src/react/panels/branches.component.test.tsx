import { newCondition, newLink, newNode, type ConditionItem, type Definition } from "@airlock/flow";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violationsIn } from "../../testing/react/axe.ts";
import { Diagram } from "../../testing/react/diagram.ts";
import { press } from "../../testing/react/input.ts";
import { mountEditor } from "../../testing/react/mount-editor.tsx";
import { Panels } from "../../testing/react/panels.ts";
import { gone, seen, textsOf } from "../../testing/react/seen.ts";

const panels = new Panels();
const diagram = new Diagram();

/** Age decides between two nodes and an End; links without conditions are as they were drawn. */
function ages(): Definition {
  const start = newNode("Start", "start", 100, 100);
  const young = { ...newNode("SetState", "young", 400, 50), label: "Young" };
  const old = { ...newNode("SetState", "old", 400, 150), label: "Old" };
  const end = { ...newNode("End", "end", 650, 100), label: "End" };
  const below = (limit: string): ConditionItem => ({
    ...newCondition(),
    leftHandFieldname: "f_age",
    leftHandType: "Integer",
    operator: "<",
    rightHandFieldname: limit,
  });
  return {
    solutionDefinition: {
      nodes: [{ ...start, branches: "first" }, young, old, end],
      links: [
        { ...newLink("l-young", start, young), conditionFields: [below("18")] },
        { ...newLink("l-old", start, old), conditionFields: [below("65")] },
        newLink("l-end-young", young, end),
        newLink("l-end-old", old, end),
      ],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "f_age", name: "age", type: "Integer", required: true }],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
}
const pills = () => textsOf(page.getByCss(".cv-pill"));
const mode = () => page.getByCss('[data-node="start"] .cv-mode');

test("a fork shows its mode and order on the canvas and in the panel, which change both", async () => {
  await mountEditor(ages());
  await panels.select("start");
  await expect.poll(pills).toEqual(["1age < 18", "2age < 65"]);
  await expect.element(mode()).toHaveTextContent("First that holds");
  await seen(panels.details.getByText("If age < 18, go to Young. Else if age < 65, go to Old."));

  panels.details
    .getByRole("button", { name: /^2 ?age < 65/ })
    .element()
    .focus();
  await press("Alt+ArrowUp");
  await expect.poll(pills).toEqual(["1age < 65", "2age < 18"]);
  await seen(panels.details.getByText("If age < 65, go to Old. Else if age < 18, go to Young."));

  await panels.details.getByRole("radio", { name: /^All that hold/ }).click();
  await expect.poll(pills).toEqual(["age < 65", "age < 18"]);
  await expect.element(mode()).toHaveTextContent("All that hold");
  await seen(panels.details.getByText("If age < 65, go to Old. Also if age < 18, go to Young."));
  expect(await violationsIn()).toEqual([]);
});

test("a new link beside conditions starts as otherwise, and is last", async () => {
  await mountEditor(ages());
  await diagram.drawLink("start", "end");
  await expect.element(page.getByCss(".cv-pill.is-otherwise")).toHaveTextContent("otherwise");
  await panels.select("start");
  await seen(panels.details.getByText("Else if age < 65, go to Old. Otherwise go to End."));
});

test("a reader sees how a node branches and changes nothing", async () => {
  await mountEditor(ages(), { readOnly: true });
  await panels.select("start");
  await expect.element(panels.details.getByRole("radio", { name: /^All that hold/ })).toBeDisabled();
  await gone(panels.details.getByRole("button", { name: "Move link to Old up" }));
});
