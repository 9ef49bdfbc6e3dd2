import type { Definition } from "@airlock/flow";
import axe from "axe-core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { AddSolutionDialog } from "../add-solution-dialog.tsx";

const dmn = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="fares" name="Fares" namespace="n">
  <inputData id="i" name="Traveller Age"><variable id="iv" name="Traveller Age" typeRef="number" /></inputData>
  <knowledgeSource id="k" name="Tariff book" />
  <decision id="d" name="Fare">
    <variable id="dv" name="Fare" />
    <informationRequirement id="r"><requiredInput href="#i" /></informationRequirement>
    <decisionTable id="t" hitPolicy="FIRST">
      <input id="c"><inputExpression id="e" typeRef="number"><text>Traveller Age</text></inputExpression></input>
      <output id="o" name="Fare" typeRef="number" />
      <rule id="r1"><inputEntry id="a"><text>&lt; 12</text></inputEntry><outputEntry id="b"><text>2.5</text></outputEntry></rule>
      <rule id="r2"><inputEntry id="a2"><text>-</text></inputEntry><outputEntry id="b2"><text>5</text></outputEntry></rule>
    </decisionTable>
  </decision>
  <decision id="m" name="Ticket">
    <variable id="mv" name="Ticket" typeRef="string" />
    <literalExpression id="l"><text>"Fare " + string(Fare)</text></literalExpression>
  </decision>
</definitions>`;

const jdm = JSON.stringify({
  nodes: [
    { id: "in", type: "inputNode", name: "Request" },
    { id: "e", type: "expressionNode", name: "Price", content: { expressions: [{ id: "1", key: "total", value: "amount * 1.21" }] } },
    { id: "out", type: "outputNode", name: "Response" },
  ],
  edges: [
    { id: "1", sourceId: "in", targetId: "e" },
    { id: "2", sourceId: "e", targetId: "out" },
  ],
});

interface Created {
  readonly name: string;
  readonly description: string;
  readonly definition: Definition;
}

async function choose(name: string, text: string): Promise<readonly Created[]> {
  const created: Created[] = [];
  const create = (body: Created) => {
    created.push(body);
    return new Promise<never>(() => undefined);
  };
  await render(
    <TestProviders session={signedInSession({}, {})}>
      <AddSolutionDialog create={create} onAdded={() => undefined} onClose={() => undefined} />
    </TestProviders>,
  );
  await userEvent.upload(page.getByLabelText("Solution file"), new File([text], name));
  return created;
}

const report = () => page.getByRole("dialog", { name: "Import report" });

test("a DMN file is shown as a report first, and then becomes a solution", async () => {
  const created = await choose("fares.dmn", dmn);
  await expect.element(report().getByText(/^fares.dmn, DMN 1.3, 1.\d kB$/)).toBeVisible();
  const summary = report().getByRole("list", { name: "Summary" });
  await expect.element(summary.getByText("2 left out")).toBeVisible();
  await expect.element(summary.getByText("1 can change results")).toBeVisible();
  const leftOut = report().getByRole("region", { name: /^Left out/ });
  await expect.element(leftOut.getByRole("row", { name: /Tariff book.*no effect on results/ })).toBeVisible();
  await expect.element(leftOut.getByRole("row", { name: /"Fare " \+ string\(Fare\).*Ticket is not set/ })).toBeVisible();
  await expect.element(report().getByRole("row", { name: /Traveller Age.*Traveller_Age, Float/ })).toBeVisible();
  const converted = report().getByRole("region", { name: /^Converted/ });
  await expect.element(converted.getByText("2 rules")).toBeVisible();
  await userEvent.click(converted.getByRole("button", { name: "Show all" }));
  await expect.element(converted.getByRole("row", { name: /Table "Fare", rule 1/ })).toBeVisible();
  const { violations } = await axe.run(report().element(), { resultTypes: ["violations"] });
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  expect(created).toEqual([]);
  await userEvent.clear(report().getByLabelText("Name"));
  await expect.element(report().getByRole("button", { name: "Create solution" })).toBeDisabled();
  await userEvent.fill(report().getByLabelText("Name"), "City fares");
  await userEvent.click(report().getByRole("button", { name: "Create solution" }));
  expect(created).toMatchObject([
    {
      name: "City fares",
      description: expect.stringMatching(/^Imported from fares.dmn \(DMN 1.3\): \d+ converted, 1 approximated, 2 left out\.$/),
    },
  ]);
  expect(created[0]?.definition.solutionDefinition.nodes.map(({ type }) => type)).toEqual(["Start", "DecisionTable", "End"]);
});

test("a JDM file is recognised by its content; Cancel returns to the choice", async () => {
  await choose("price.json", jdm);
  await expect.element(report().getByText(/^price.json, JDM, \d+ B$/)).toBeVisible();
  await expect.element(report().getByText("3 nodes. It can be executed as it is.")).toBeVisible();
  await userEvent.click(report().getByRole("button", { name: "Cancel" }));
  await expect.element(page.getByRole("dialog", { name: "Add a solution" })).toBeVisible();
});

test("a file that cannot be imported is refused with the reason", async () => {
  await choose("fares.dmn", "<html />");
  await expect.element(page.getByText("fares.dmn cannot be imported. This is not a DMN file of version 1.2 to 1.5.")).toBeVisible();
});
