import { workbench } from "@airlock/editor/testing/workbench";
import { newLink, newNode, type Definition, type FlowList, type FlowNode } from "@airlock/flow";
import type { Page } from "playwright-core";
import { untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import { listed } from "./shots-lists.ts";
import type { Scene, Shot } from "./shot.ts";

/** A Lookup, a rule on a list and a formula that looks one up, beside the nodes of the workbench. */
function withLists(lists: readonly FlowList[]): Definition {
  const definition = workbench();
  const { nodes, links } = definition.solutionDefinition;
  const lookup: FlowNode = {
    ...newNode("Lookup", "lookup", 640, 100),
    label: "Postcode risk",
    list: "Postcode risk",
    keyField: "f_postcode",
    lookupOutputs: [
      { column: "risk_band", resultField: "f_band" },
      { column: "uplift", resultField: "f_uplift" },
    ],
    foundField: "f_known",
  };
  const unfinished: FlowNode = {
    ...newNode("Lookup", "unfinished", 640, 200),
    label: "Unfinished",
    list: "Postcode risk",
    keyField: "f_age",
    lookupOutputs: [
      { column: "risk_band", resultField: "f_uplift" },
      { column: "", resultField: "f_uplift" },
    ],
  };
  const formula: FlowNode = {
    ...newNode("Formula", "formula", 640, 300),
    label: "Rate",
    formulas: [{ resultField: "f_uplift", formula: 'ifMissing(lookup(application.f_postcode, "Postcode risk", "uplift"), 0.05)' }],
  };
  const added = [lookup, unfinished, formula];
  const rule: readonly FlowNode[] = nodes.map((node) =>
    node.type === "EasyRule"
      ? {
          ...node,
          label: "Outside the EU",
          conditionFields: [
            {
              conditionalOperator: "&&",
              leftHandDatasource: "Application",
              leftHandFieldname: "f_residency",
              leftHandType: "String",
              operator: "not in list",
              rightHandDatasource: "Literal",
              rightHandFieldname: "EU countries",
            },
          ],
        }
      : node,
  );
  const starts = nodes.filter(({ type }) => type === "Start");
  const ends = nodes.filter(({ id }) => id === "end");
  return {
    ...definition,
    solutionDefinition: {
      ...definition.solutionDefinition,
      nodes: [...rule, ...added],
      links: [
        ...links,
        ...added.flatMap((node) => [
          ...starts.map((start) => newLink(`to-${node.id}`, start, node)),
          ...ends.map((end) => newLink(`from-${node.id}`, node, end)),
        ]),
      ],
    },
    applicationDatasetFields: [
      ...definition.applicationDatasetFields,
      { key: "f_postcode", name: "postcode", type: "String", required: true },
    ],
    runtimeDatasetFields: [
      ...definition.runtimeDatasetFields,
      { key: "f_band", name: "risk_band", type: "String", required: false },
      { key: "f_uplift", name: "uplift", type: "Float", required: false },
      { key: "f_known", name: "postcode_known", type: "Boolean", required: false },
    ],
    lists,
  };
}

let drawn: Promise<string> | undefined;

/** One for all of them: nothing here is saved. */
function solution(admin: Caller): Promise<string> {
  drawn ??= (async () => {
    await listed(admin);
    const { items } = await admin.do("lists.list");
    const lists = items
      .map(({ _embedded }) => _embedded)
      .filter(({ name }) => name === "Postcode risk" || name === "EU countries")
      .map(({ webSafeString, name, key, columns }) => ({ listId: webSafeString, name, keyType: key.type, columns }));
    const body = { name: "Lists in a flow", description: "", definition: withLists(lists) };
    const { _embedded } = await admin.do("solutions.create", { body });
    return _embedded.webSafeString;
  })();
  return drawn;
}

function shot(name: string, shows: string, node: string, arrange: (page: Page) => Promise<void>): Shot {
  return {
    name: `lookup-${name}`,
    shows,
    signedIn: true,
    arrange: async ({ page, admin }: Scene) => {
      await page.goto(`/solution/${await solution(admin)}`);
      await untilOpen(page);
      await page.getByRole("button", { name: "Fit to screen" }).click();
      await page.locator(`[data-node="${node}"]`).click();
      const details = page.getByRole("button", { name: "Show details" });
      if (await details.isVisible()) await details.click();
      await page.getByRole("tab", { name: "Properties" }).click();
      await arrange(page);
    },
  };
}

const completion = (page: Page, name: string) => page.locator(".cm-tooltip-autocomplete").getByRole("option", { name });

export const listsInFlowsShots: readonly Shot[] = [
  {
    name: "lookup-version",
    shows: "A version of a flow with lists is created",
    signedIn: true,
    arrange: async ({ page }: Scene) => {
      const name = "Account opening with lists";
      await page.goto(`/admin/solutions?q=${encodeURIComponent(name)}`);
      await page
        .getByRole("button", { name: new RegExp(`versions of ${name}`, "i") })
        .first()
        .click();
      await page.getByText("Country risk, followed").first().waitFor();
      const create = page.getByRole("button", { name: `Create version of ${name}` }).first();
      await create
        .or(page.getByRole("button", { name: `More actions for ${name}` }))
        .first()
        .click();
      const entry = page.getByRole("menuitem", { name: /^Create version/ });
      if ((await entry.count()) > 0) await entry.click();
      await page.getByLabel("How the version uses Country risk").waitFor();
    },
  },
  shot("panel", "A Lookup", "lookup", async (page) => {
    await page.getByText("String keys, 3 columns.").waitFor();
    await page.mouse.move(0, 400);
  }),
  shot("wrong", "A Lookup with mistakes", "unfinished", async (page) => {
    await page
      .getByText(/has no column\. Choose one\./)
      .first()
      .waitFor();
    await page.mouse.move(0, 400);
  }),
  shot("condition", "A rule on a list", "rule", async (page) => {
    await page.getByLabel("Condition 1 list").waitFor();
    await page.mouse.move(0, 400);
  }),
  {
    ...shot("formula", "A formula that looks a value up, and the completion of a column", "formula", async (page) => {
      await page.getByRole("button", { name: "Add result" }).click();
      await page.getByLabel("Result 2 formula").click();
      await page.keyboard.type('lookup(postcode, "Po', { delay: 20 });
      await completion(page, "Postcode risk").waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.type(', "', { delay: 20 });
      await completion(page, "uplift").waitFor();
    }),
    wideOnly: true,
  },
];
