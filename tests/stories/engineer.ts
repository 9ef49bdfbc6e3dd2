import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { executionResource } from "@airlock/contract";
import { parseDefinition } from "@airlock/flow";
import { serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { readExamples } from "../support/examples.ts";
import { adminOf, button, message, openScreen, personWith, signIn, type Story } from "./story.ts";

const run = promisify(execFile);
const email = "erik.engineer@airlock.test";
const account = `gateway-${Date.now().toString(36).slice(-4)}`;

/** The output of the terminal, for the checks. */
let answered: ReturnType<typeof executionResource.parse>["_embedded"] | undefined;

export const engineer: Story = {
  name: "engineer",
  task: "from no key to a first decision that is logged, found and understood",
  goalMinutes: 5,

  async prepare(product) {
    await personWith(product, email, "Engineer");
    const admin = await adminOf(product);
    const name = "Consumer credit scorecard";
    if ((await admin.do("solutions.list", { query: { search: name } })).items.length > 0) return;
    const parsed = parseDefinition((await readExamples()).find((one) => one.name === name)?.definition);
    if (!parsed.ok) throw new Error("The example cannot be read.");
    await serveDecision(admin, name, parsed.definition);
  },

  async walk(hand) {
    await signIn(hand, email);
    await hand.step("Add a system account", async () => {
      await openScreen(hand, "Users");
      await hand.click(button(hand.page.getByRole("main"), "Add"));
      const dialog = hand.page.getByRole("dialog", { name: "Add a user" });
      await hand.click(dialog.getByText("Calls decisions through the API"));
      await hand.type(dialog.getByRole("textbox", { name: "Name" }), account);
      await hand.type(dialog.getByRole("textbox", { name: "Email" }), `${account}@northbank.test`);
      await hand.press("Enter");
      await hand.read(message(hand.page, `${account} added`));
    });
    await hand.step("Give it the role Caller", async () => {
      await hand.click(button(hand.page, `Edit roles of ${account}`));
      const dialog = hand.page.getByRole("dialog", { name: `Roles of ${account}` });
      await hand.click(dialog.getByRole("checkbox", { name: "Caller" }));
      await hand.click(button(dialog, "Save"));
      await hand.read(message(hand.page, "1 role added"));
    });
    await hand.step("Create a key and copy the call", async () => {
      await hand.click(button(hand.page, `Keys of ${account}`));
      const dialog = hand.page.getByRole("dialog", { name: `Keys of ${account}` });
      await hand.type(dialog.getByLabel("Name of the new key"), "Production");
      await hand.press("Enter");
      await hand.click(button(dialog, "Copy call"));
    });
    await hand.step("Run the call in a terminal", async () => {
      const call = await hand.page.evaluate(() => navigator.clipboard.readText());
      hand.outside({ presses: 3, thoughts: 2 });
      const { stdout } = await run("sh", ["-c", `${call} --silent --show-error`]);
      answered = executionResource.parse(JSON.parse(stdout))._embedded;
    });
    await hand.step("Find the decision by its id", async () => {
      await hand.click(button(hand.page.getByRole("dialog"), "Done"));
      hand.outside({ presses: 2, thoughts: 1 });
      await hand.press("Control+k");
      await hand.paste(hand.page.getByRole("combobox", { name: /Search/ }).first(), answered?.webSafeString ?? "");
      await hand.read(hand.page.getByRole("option", { name: /Consumer credit scorecard, 1.0/ }).first());
      await hand.press("Enter");
      await hand.read(hand.page.getByRole("complementary", { name: "One execution" }).getByText("Completed"));
    });
    await hand.step("Read why it came out so", async () => {
      const trace = hand.page.getByRole("complementary", { name: "One execution" });
      await hand.read(trace.getByText(String(answered?.runtimeData["result"] ?? "")).first());
    });
  },

  async verify(hand, product) {
    const admin = await adminOf(product);
    const id = answered?.webSafeString ?? "";
    hand.check("status of the decision", answered?.status, "completed");
    const at = { executionId: id };
    await eventually("the decision in the log", async () => ((await admin.send("execution.read", { at })).ok ? true : undefined));
    const stored = (await admin.do("execution.read", { at }))._embedded;
    hand.check("result in the log", stored.runtimeData["result"], answered?.runtimeData["result"]);
    hand.check("key in the log", stored.keyName, "Production");
    hand.check("the trace's address", new URL(hand.page.url()).pathname.includes(id), true);
  },
};
