import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { issueKey, serveDecision, untilKnown } from "../support/decision.ts";
import { signInAt } from "../support/sign-in-form.ts";
import { textOf } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

function asking(page: Page) {
  const ask = page.getByRole("region", { name: "Ask" });
  return {
    ask,
    answer: page.getByRole("region", { name: "Answer" }),
    key: ask.getByLabel("Key of a system account"),
    execute: ask.getByRole("button", { name: "Execute" }),
  };
}

journey(
  "a deployed version is tried by form and by JSON with a pasted key, and its trace opens from there",
  async ({ open, admin, person, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, "Tried");
    const { token } = await issueKey(caller, product);
    const { email } = await person({ permissions: ["versions.list", "versionExecutions.list", "executions.list", "solutions.list"] });
    const { page, context } = await open();
    await signInAt(page, `/admin/versions/${versionId}`, email);
    const { ask, answer, key, execute } = asking(page);
    await page.getByRole("heading", { name: "Tried, 1.0" }).waitFor();
    expect(await execute.isDisabled()).toBe(true);
    // Who may not make keys is not offered to.
    expect(await ask.getByRole("button", { name: "Make one for an hour" }).count()).toBe(0);
    expect(await ask.getByLabel(/^age/).inputValue()).not.toBe("");

    await key.fill("alk_01ARZ3NDEKTSV4RRFFQ69G5FAV_notthesecretnotthesecret");
    await execute.click();
    await answer.getByText("KEY_INVALID").waitFor();
    await key.fill(token);
    await ask.getByLabel(/^age/).fill("17");
    await execute.click();
    await answer.getByText("Completed").waitFor();
    expect(await answer.locator(".try-result").textContent()).toContain("declined");
    expect(await violationsOf(page)).toEqual([]);

    // Every problem at once, each at its field.
    await ask.getByLabel(/^age/).fill("old");
    await execute.click();
    await answer.getByText("INPUT_INVALID").waitFor();
    expect(await ask.getByLabel(/^age/).getAttribute("aria-invalid")).toBe("true");

    await ask.getByRole("tab", { name: "JSON" }).click();
    await ask.getByLabel("Body").fill('{"age": "old", "height": 2}');
    await execute.click();
    await ask.getByRole("alert").getByText("height").waitFor();
    await ask.getByLabel("Body").fill('{"age": 40}');
    await page.getByRole("region", { name: "The same call" }).getByText('"age": 40').waitFor();
    await execute.click();
    await answer.getByText("Completed").waitFor();

    const opening = context.waitForEvent("page");
    await answer.getByRole("link", { name: "Open its trace" }).click();
    const trace = await opening;
    await trace.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();

    const described = page.getByRole("region", { name: "OpenAPI document" });
    await described.getByRole("table", { name: "It takes" }).getByRole("row").filter({ hasText: "age" }).getByText("Required").waitFor();
    const downloading = page.waitForEvent("download");
    await described.getByRole("button", { name: "Download" }).click();
    expect(JSON.parse(await textOf(await downloading))).toMatchObject({ openapi: "3.1.0", info: { title: "Tried, 1.0" } });

    // The key is in this window's memory and nowhere else.
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
    expect(kept).not.toContain(token);
    await page.reload();
    await key.waitFor();
    expect(await key.inputValue()).toBe("");
  },
);

journey("who may make keys makes one for an hour; a stopped version says so while one looks", async ({ open, admin, product }) => {
  const caller = await admin();
  const name = `Tried for an hour ${Date.now().toString(36)}`;
  const { versionId } = await serveDecision(caller, name);
  const { userId } = await issueKey(caller);
  const account = await caller.do("user.read", { at: { userId } });
  const { page } = await open();
  await signInAt(page, `/admin/solutions?q=${name}`, adminEmail);
  await page.getByRole("button", { name: `Versions of ${name}` }).click();
  await page.getByRole("button", { name: "API details" }).first().click();
  await page.getByRole("dialog").getByRole("link", { name: "Try it" }).click();
  const { ask, answer, key, execute } = asking(page);
  await ask.getByRole("button", { name: "Make one for an hour" }).click();
  await page.getByRole("menuitem", { name: account._embedded.name, exact: true }).click();
  await readMessage(page, "it expires in an hour");
  await untilKnown(product, await key.inputValue());
  await execute.click();
  await answer.getByText("Completed").waitFor();
  const { items } = await caller.do("user.keys.list", { at: { userId } });
  expect(items.map(({ _embedded }) => _embedded.name)).toContain("Tried in the console");

  await caller.do("version.stop", { at: { versionId } });
  await page.getByText("Only a serving version answers.").waitFor();
  expect(await execute.isDisabled()).toBe(true);
});

journey("without the right to list versions there is nothing to try; a version that is gone says so", async ({ open, person }) => {
  const missing = "/admin/versions/01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const stranger = await open();
  await signInAt(stranger.page, missing, (await person()).email);
  await stranger.page.getByText("No access to versions", { exact: true }).waitFor();
  const analyst = await open();
  await signInAt(analyst.page, missing, (await person({ permissions: ["versions.list"] })).email);
  await analyst.page.getByText("No such version").waitFor();
});
