import { untilOpen } from "../journeys/support/editor.ts";
import { Panels } from "../journeys/support/panels.ts";
import { workbench } from "@airlock/editor/testing/workbench";
import type { Caller } from "../support/caller.ts";
import type { Scene, Shot } from "./shot.ts";

let drawn: Promise<string> | undefined;

/** Shared: nothing here is saved. */
function solution(admin: Caller): Promise<string> {
  drawn ??= admin
    .do("solutions.create", { body: { name: "A node of every kind", description: "", definition: workbench() } })
    .then(({ _embedded }) => _embedded.webSafeString);
  return drawn;
}

function panel(name: string, shows: string, arrange: (panels: Panels) => Promise<void>): Shot {
  return {
    name: `panel-${name}`,
    shows,
    signedIn: true,
    arrange: async ({ page, admin }: Scene) => {
      await page.goto(`/solution/${await solution(admin)}`);
      await untilOpen(page);
      await arrange(new Panels(page));
    },
  };
}

function editing(name: string, shows: string, arrange: (panels: Panels) => Promise<void>): Shot {
  return { ...panel(name, shows, arrange), wideOnly: true };
}

/** On a small screen the details cover the diagram and must be opened. */
async function openDetails({ page }: Panels): Promise<void> {
  const open = page.getByRole("button", { name: "Show details" });
  if (await open.isVisible()) await open.click();
}

function ofKind(name: string, shows: string, node: string): Shot {
  return panel(name, shows, async (panels) => {
    await panels.page.getByRole("button", { name: "Fit to screen" }).click();
    // On a small screen the details would cover the selection.
    await panels.page.locator(`[data-node="${node}"]`).click();
    await openDetails(panels);
    await panels.tab("Properties");
    await panels.details.getByText(node === "start" ? "Start has no properties" : "Leads to").waitFor();
    await panels.page.mouse.move(0, 400);
  });
}

export const panelShots: readonly Shot[] = [
  ofKind("rule", "An Easy Rule", "rule"),
  ofKind("calculation", "A Calculation", "sum"),
  ofKind("range-score", "A Range Score", "bands"),
  ofKind("list-score", "A List Score", "list"),
  ofKind("web-call", "A Web call", "call"),
  ofKind("prediction", "A Prediction that is not finished", "prediction"),
  ofKind("set-state", "A Set State", "set"),
  ofKind("start", "Start, which has no properties", "start"),
  editing("formula", "A Formula with a mistake and the completion of a name", async (panels) => {
    await panels.select("sum");
    await panels.button("Convert to Formula").click();
    await panels.details.getByLabel("Result 1 formula").click();
    await panels.page.keyboard.press("ControlOrMeta+a");
    await panels.page.keyboard.type('if(lower("NL") = permanent , round(net_income / max(age , 18), 2), 0)');
    await panels.button("Add result").click();
    await panels.details.getByLabel("Result 2 formula").click();
    await panels.page.keyboard.type("max(0, a", { delay: 20 });
    await panels.page.getByRole("option", { name: /age/ }).waitFor();
  }),
  editing("link", "A link with conditions", async (panels) => {
    await panels.select("rule");
    await panels.details.getByRole("region", { name: "Leads to" }).getByRole("button").first().click();
    await panels.button("Add condition").click();
  }),
  editing("several", "Several nodes", async (panels) => {
    await panels.select("rule");
    await panels.select("bands", ["Control"]);
    await panels.details.getByText("2 items selected").waitFor();
  }),
  editing("gap", "A gap between bands, and how to close it", async (panels) => {
    await panels.select("bands");
    await panels.typed("Band 1 to", "500");
    await panels.details.getByText(/no band holds 500 to below 540/).waitFor();
  }),
  editing("refused", "A letter that a number does not take", async (panels) => {
    await panels.select("rule");
    await panels.typed("Condition 1 value", "18x");
    await panels.details.getByText("Enter a whole number, like 18 or -2.").waitFor();
  }),
  editing("completion", "Fields offered in an address", async (panels) => {
    await panels.select("call");
    await panels.field("URL").press("Control+End");
    await panels.page.keyboard.type("/${");
    await panels.details.getByRole("listbox", { name: "Fields for URL" }).getByRole("option").first().waitFor();
  }),
  editing("paste-table", "A table of a spreadsheet, before it is pasted", async (panels) => {
    await panels.select("bands");
    await panels.button("Paste table").click();
    await panels.page.getByRole("dialog").getByRole("textbox").fill("From\tTo\tPoints\n\t10\t1\n10\tmany\t2\n20\t\t3");
    await panels.page.getByText("'many' is not the end of a band").waitFor();
  }),
  editing("new-field", "A field made where it is needed", async (panels) => {
    await panels.select("rule");
    await panels.field("Condition 1 field").selectOption("New application field…");
    await panels.page.getByRole("dialog", { name: "New application field" }).waitFor();
  }),
  panel("fields", "Application data fields", async (panels) => {
    await openDetails(panels);
    await panels.tab("Application data fields");
    await panels.details.getByText("3 fields").waitFor();
  }),
  editing("runtime-fields", "Runtime data fields, one being added", async (panels) => {
    await panels.tab("Runtime data fields");
    await panels.button("Add field").click();
    await panels.page.keyboard.type("score");
  }),
  editing("rename-field", "A field renamed, with where it is used", async (panels) => {
    await panels.tab("Application data fields");
    await panels.button("Rename net_income").click();
    await panels.page.keyboard.type("income");
    await panels.page.getByRole("button", { name: "Rename in 2 places" }).waitFor();
  }),
  editing("retype-field", "What another type would break", async (panels) => {
    await panels.tab("Application data fields");
    await panels.field("Field type of age").selectOption("String");
    await panels.page.getByRole("alertdialog").waitFor();
  }),
  editing("delete-field", "A field that is used, before it is deleted", async (panels) => {
    await panels.tab("Application data fields");
    await panels.button("Delete age").click();
    await panels.page.getByRole("alertdialog").waitFor();
  }),
];
