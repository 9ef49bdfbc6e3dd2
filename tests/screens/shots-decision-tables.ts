import { workbench } from "@airlock/editor/testing/workbench";
import { newLink, newNode, type DecisionTableNode, type Definition } from "@airlock/flow";
import type { Page } from "playwright-core";
import { untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import type { Scene, Shot } from "./shot.ts";

const incomes = ["< 1500", "[1500..3000)", "[3000..6000)", ">= 6000"];

/** A row for each pair of age and income, with a gap and an overlap at the end. */
const tableRows: DecisionTableNode["tableRows"] = [
  ...["[18..25)", "[25..65)"].flatMap((age, group) =>
    incomes.map((income, at) => ({
      id: `r${group}${at}`,
      inputs: [age, income, at === 3 ? "-" : "NL, BE"],
      outputs: [at === 0 ? "Decline" : group === 0 && at < 3 ? "Refer" : "Approve", `${at * (group + 1) * 500}`],
      reasonCode: at === 0 ? "R10" : "",
    })),
  ),
  { id: "r8", inputs: ["[60..75)", ">= 3000", 'not "DE"'], outputs: ["Refer", "1000"], reasonCode: "R12" },
];

const table: DecisionTableNode = {
  ...newNode("DecisionTable", "table", 640, 100),
  label: "Credit limit",
  inputColumns: [
    { id: "i0", formula: "application.f_age" },
    { id: "i1", formula: "application.f_income" },
    { id: "i2", formula: "application.f_residency" },
  ],
  outputColumns: [
    { id: "o0", resultField: "f_result" },
    { id: "o1", resultField: "f_points" },
  ],
  tableRows,
  defaultRows: [{ id: "d", inputs: [], outputs: ["Refer", "0"], reasonCode: "R99" }],
};

function withTable(rows: DecisionTableNode["tableRows"]): Definition {
  const definition = workbench();
  const { nodes, links } = definition.solutionDefinition;
  const drawn = { ...table, tableRows: rows };
  const ends = nodes.filter(({ id }) => id === "end").map((end) => newLink("to-end", drawn, end));
  const starts = nodes.filter(({ type }) => type === "Start").map((node) => newLink("to-table", node, drawn));
  return {
    ...definition,
    solutionDefinition: { ...definition.solutionDefinition, nodes: [...nodes, drawn], links: [...links, ...starts, ...ends] },
  };
}

function shot(name: string, shows: string, rows: DecisionTableNode["tableRows"], arrange: (page: Page) => Promise<void>): Shot {
  let drawn: Promise<string> | undefined;
  const solution = (admin: Caller): Promise<string> => {
    drawn ??= admin
      .do("solutions.create", { body: { name: `Decision table ${name}`, description: "", definition: withTable(rows) } })
      .then(({ _embedded }) => _embedded.webSafeString);
    return drawn;
  };
  return {
    name: `decision-table-${name}`,
    shows,
    signedIn: true,
    arrange: async ({ page, admin }: Scene) => {
      await page.goto(`/solution/${await solution(admin)}`);
      await untilOpen(page);
      await page.getByRole("button", { name: "Fit to screen" }).click();
      await page.locator('[data-node="table"]').click();
      const details = page.getByRole("button", { name: "Show details" });
      if (await details.isVisible()) await details.click();
      await page.getByRole("tab", { name: "Properties" }).click();
      await page.getByRole("button", { name: "Open table" }).click();
      await page.getByRole("grid").waitFor();
      await arrange(page);
    },
  };
}

export const decisionTableShots: readonly Shot[] = [
  shot("full", "A decision table with a gap and an overlap", tableRows, async (page) => {
    await page.getByRole("gridcell", { name: "[60..75)" }).click();
  }),
  // On a narrow screen tables are read-only.
  {
    ...shot("empty", "A decision table without rows", [], async (page) => {
      await page.getByRole("button", { name: "Add row" }).first().waitFor();
    }),
    wideOnly: true,
  },
  {
    ...shot("wrong", "A cell that cannot be read", tableRows, async (page) => {
      await page.getByRole("gridcell", { name: "[60..75)" }).click();
      await page.keyboard.type("old");
      await page.keyboard.press("Enter");
      await page
        .getByText(/This column has whole numbers/)
        .first()
        .waitFor();
    }),
    wideOnly: true,
  },
  shot(
    "long",
    "A decision table of 5,000 rows, filtered",
    Array.from({ length: 5_000 }, (_, at) => ({
      id: `r${at}`,
      inputs: [`${at}`, "-", "-"],
      outputs: ["Approve", `${at}`],
      reasonCode: "",
    })),
    async (page) => {
      await page.getByLabel("Show rows with").fill("12");
      await page.getByRole("gridcell", { name: "12", exact: true }).first().waitFor();
    },
  ),
];
