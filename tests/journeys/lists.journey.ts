import { emptyDefinition, newLink, newNode, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in.ts";
import { openEditor, untilOpen } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { Panels } from "./support/panels.ts";
import { readMessage } from "./support/seen.ts";

journey("a list is created from a file, changed, published by date, and withdrawn", async ({ open }) => {
  const name = `Brokers ${newId().slice(-6)}`;
  const { page } = await open();
  await signInAt(page, "/admin/lists", adminEmail);
  await page.getByRole("button", { name: "Import CSV" }).waitFor();
  const lines = Array.from({ length: 6_000 }, (_, at) => `B${String(at).padStart(5, "0")},Broker ${at},${at % 100}`);
  const buffer = Buffer.from(["Code,Full name,Rate", ...lines].join("\n"));
  await page.getByLabel("CSV file of a new list").setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: `Import ${name}.csv` });
  await expect.poll(() => dialog.getByRole("textbox", { name: "Column 1" }).inputValue()).toBe("full_name");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await readMessage(page, `6,000 rows imported into ${name}`);

  const panel = page.getByRole("complementary", { name: "List" });
  await panel.getByText("returns 2 columns. 6,000 rows.").waitFor();
  await panel.getByRole("button", { name: "Publish v1..." }).click();
  await page
    .getByRole("dialog", { name: /^Publish v1/ })
    .getByRole("button", { name: "Publish now" })
    .click();
  await readMessage(page, `${name} v1 is in effect`);

  // Found by its name from any screen.
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByPlaceholder("Search or jump to").fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await panel.getByRole("searchbox", { name: "Find rows" }).fill("B00042");
  await panel.getByText("1 row begins with B00042").waitFor();
  await panel.getByRole("button", { name: "Edit rate of B00042" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await panel.getByText("Changed", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await panel.getByRole("button", { name: "Publish v2..." }).click();
  const publishing = page.getByRole("dialog", { name: /^Publish v2/ });
  await publishing.getByLabel("In effect from").fill("2099-01-01T00:00");
  await publishing.getByRole("button", { name: "Schedule" }).click();
  await readMessage(page, `${name} v2 takes effect 1 Jan 2099`);

  await panel.getByRole("button", { name: "All 2" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page
    .getByRole("dialog", { name: `Versions of ${name}` })
    .getByRole("button", { name: "Close" })
    .click();
  await panel.getByRole("button", { name: /^v2 Draft/ }).waitFor();

  await panel.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await panel.getByRole("button", { name: "Discard" }).waitFor({ state: "hidden" });
  await panel.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete..." }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await panel.waitFor({ state: "hidden" });
});

journey("a list of the organisation is chosen in a flow, saved with it, and looked up by a test execution", async ({ open, admin }) => {
  const caller = await admin();
  const name = `Postcodes ${newId().slice(-6)}`;
  const columns = [{ name: "risk_band", type: "String" }];
  const { _embedded } = await caller.do("lists.create", { body: { name, key: { name: "postcode" }, columns } });
  const at = { listId: _embedded.webSafeString };
  await caller.do("list.rows.change", { at, body: { put: [{ key: "3011", values: ["C"] }] } });
  await caller.do("list.versions.create", { at, body: {} });
  const start = newNode("Start", "start", 0, 0);
  const lookup = newNode("Lookup", "lookup", 250, 0);
  const end = newNode("End", "end", 500, 0);
  const definition: Definition = {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, lookup, end],
      links: [newLink("in", start, lookup), newLink("out", lookup, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "f_postcode", name: "postcode", type: "String", required: true }],
    applicationTestData: [{ name: "postcode", value: "3011" }],
  };
  const solution = await caller.do("solutions.create", { body: { name, description: "", definition } });
  const { page } = await open();
  await openEditor(page, solution._embedded.webSafeString, adminEmail);
  const panels = new Panels(page);
  await panels.select("lookup");
  await panels.field("List").selectOption(name);
  await panels.field("Key").selectOption({ label: "postcode" });
  await panels.button("Add all").click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Test run completed").waitFor();
  await page.getByRole("tab", { name: "Runtime verification" }).click();
  await page.getByRole("row", { name: /risk_band.*C.*set by Lookup/ }).waitFor();
  await page.reload();
  await untilOpen(page);
  await panels.select("lookup");
  expect(await panels.field("List").inputValue()).toBe(name);
  expect(await panels.field("Output 1 column").inputValue()).toBe("risk_band");
});
