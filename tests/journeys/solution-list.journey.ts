import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fromFile, parseDefinition } from "@airlock/flow";
import { expect } from "vitest";
import { issueKey } from "../support/decision.ts";
import { signInAt } from "../support/sign-in.ts";
import { addExample, textOf } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";
import { chooseRowAction, rowOf } from "./support/table.ts";

const run = promisify(execFile);

journey("a solution starts blank, from a template with its cases, or from a file, and can be duplicated", async ({ open, admin }) => {
  const caller = await admin();
  const { page, context } = await open();
  await signInAt(page, "/admin/solutions", adminEmail);
  const add = page.getByRole("main").getByRole("button", { name: "Add", exact: true });
  const dialog = page.getByRole("dialog", { name: "Add a solution" });
  // The address that the first step of a new organisation leads to.
  await page.goto("/admin/profile");
  await page.goto("/admin/solutions#add");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe("");
  await add.click();
  // The name is selected, to be typed over.
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("New Solution");
  expect(await dialog.getByLabel("Name").inputValue()).toBe("New Solution");
  expect(await dialog.getByLabel("Description").inputValue()).toBe("New solution description");
  const opening = context.waitForEvent("page");
  await dialog.getByRole("button", { name: "Create" }).click();
  const editor = await opening;
  expect(new URL(editor.url()).pathname).toMatch(/^\/solution\//);
  await editor.close();
  await readMessage(page, "New Solution added");
  context.on("page", (opened) => void opened.close());

  await add.click();
  await dialog.getByText("Card fraud screen", { exact: true }).click();
  const name = `Fraud ${Date.now()}`;
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await readMessage(page, `${name} added`);
  const found = async (wanted: string) => {
    const { items } = await caller.do("solutions.list", { query: { search: wanted } });
    const solution = items.find(({ _embedded }) => _embedded.name === wanted);
    return (await caller.do("definition.read", { at: { solutionId: solution?._embedded.webSafeString ?? "" } }))._embedded;
  };
  const template = await found(name);
  expect(template.validRuntime).toBe(true);
  expect(template.testCases?.length).toBeGreaterThan(3);

  // Exported as a file with readable diffs, and imported again unchanged.
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: `Export ${name}` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^fraud-\d+\.airlock\.json$/);
  const text = await textOf(file);
  const parsed = parseDefinition(template);
  expect(fromFile(text)).toEqual(parsed);
  await add.click();
  await dialog.getByLabel("Solution file").setInputFiles({ name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await dialog.getByText(/broken.json is not a solution saved from Airlock/).waitFor();
  await dialog
    .getByLabel("Solution file")
    .setInputFiles({ name: `${name} file.airlock.json`, mimeType: "application/json", buffer: Buffer.from(text) });
  await dialog.getByText(`${name} file`, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Create" }).click();
  await readMessage(page, `${name} file added`);
  expect(parseDefinition(await found(`${name} file`))).toEqual(parsed);

  await page.getByRole("button", { name: `Duplicate ${name} file` }).click();
  await readMessage(page, `${name} file copy added`);
  expect(parseDefinition(await found(`${name} file copy`))).toEqual(parsed);
});

journey(
  "a version has a name and a description; while the definition is invalid it is refused with the reasons",
  async ({ open, admin }) => {
    const caller = await admin();
    const name = `Versions ${Date.now()}`;
    const broken = await caller.do("solutions.create", { body: { name, description: "" } });
    const solutionId = broken._embedded.webSafeString;
    const { page } = await open();
    await signInAt(page, `/admin/solutions?q=${encodeURIComponent(name)}`, adminEmail);
    await page.getByRole("button", { name: `Create version of ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Create a version of ${name}` });
    await dialog.getByLabel("Name").fill("v1");
    await dialog.getByLabel("Description").fill("The first one");
    await dialog.getByRole("button", { name: "Create version" }).click();
    await dialog.getByText("INVALID_SOLUTION_DEFINITION").waitFor();
    await dialog.getByText(/The diagram has no End/).waitFor();
    const sound = await addExample(caller, `${name} sound`);
    const { _embedded: drawing } = await caller.do("definition.read", { at: { solutionId: sound } });
    await caller.do("definition.update", { at: { solutionId }, body: { ...drawing, revision: 1 } });
    await dialog.getByRole("button", { name: "Create version" }).click();
    await readMessage(page, `v1 of ${name} created`);
    await page
      .getByRole("table", { name: `Versions of ${name}` })
      .getByText("The first one")
      .waitFor();
  },
);

journey("the call of a version runs as it is shown, as curl, JavaScript and Python", async ({ open, admin, product }) => {
  const caller = await admin();
  const name = `Called ${Date.now()}`;
  const solutionId = await addExample(caller, name);
  const version = await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  await caller.do("version.deploy", { at: { versionId: version._embedded.webSafeString } });
  const { token } = await issueKey(caller, product);
  const { page } = await open();
  await signInAt(page, `/admin/solutions?q=${encodeURIComponent(name)}`, adminEmail);
  await page.getByRole("button", { name: `Versions of ${name}` }).click();
  await chooseRowAction(page, "v1", "API details");
  const dialog = page.getByRole("dialog", { name: "API details" });
  const folder = await mkdtemp(join(tmpdir(), "samples-"));
  try {
    const runs = [
      ["curl", "bash", "sample.sh"],
      ["JavaScript", process.execPath, "sample.mjs"],
      ["Python", "python3", "sample.py"],
    ] as const;
    for (const [language, command, file] of runs) {
      await dialog.getByRole("tab", { name: language }).click();
      const code = await dialog.getByRole("tabpanel").locator("pre").textContent();
      await writeFile(join(folder, file), code ?? "");
      const { stdout } = await run(command, [join(folder, file)], { env: { ...process.env, AIRLOCK_KEY: token } });
      expect(stdout, language).toMatch(/status["']?: ?["']completed/);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

journey("a solution is assigned to a group in its cell; a read-only user sees the group", async ({ open, admin, person }) => {
  const caller = await admin();
  const name = `Owned ${Date.now()}`;
  const group = `Credit risk ${Date.now()}`;
  await caller.do("solutions.create", { body: { name, description: "" } });
  await caller.do("groups.create", { body: { name: group, description: "" } });
  const { page } = await open();
  await signInAt(page, `/admin/solutions?q=${encodeURIComponent(name)}`, adminEmail);
  await page.getByRole("button", { name: `Edit group of ${name}` }).click();
  await page.getByRole("combobox", { name: `group of ${name}` }).fill(group);
  await page.getByRole("option", { name: group }).click();
  await page.keyboard.press("Enter");
  await rowOf(page, name).getByText(group, { exact: true }).waitFor();
  const { email } = await person({ permissions: ["solutions.list"] });
  const other = (await open()).page;
  await signInAt(other, `/admin/solutions?q=${encodeURIComponent(name)}`, email);
  await rowOf(other, name).getByText(group, { exact: true }).waitFor();
  expect(await other.getByRole("button", { name: `Edit group of ${name}` }).count()).toBe(0);
});
