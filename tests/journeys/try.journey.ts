import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { issueKey, serveDecision, untilKnown } from "../support/decision.ts";
import { signInAt } from "../support/sign-in.ts";
import { textOf } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";
import { chooseRowAction } from "./support/table.ts";
import { withPermissions } from "./support/with-permissions.ts";

function apiPage(page: Page) {
  const request = page.getByRole("region", { name: "Request", exact: true });
  return {
    request,
    response: page.getByRole("region", { name: "Response", exact: true }),
    key: page.getByLabel("Key of a system account"),
    tryIt: request.getByRole("button", { name: "Try it" }),
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
    const { request, response, key, tryIt } = apiPage(page);
    await page.getByRole("heading", { name: "Tried, 1.0" }).waitFor();
    // Without solution.execute a key is needed.
    expect(await tryIt.isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "You", exact: true }).isDisabled()).toBe(true);
    // Users who may not create keys do not get the button.
    expect(await page.getByRole("button", { name: "Create a 1-hour key" }).count()).toBe(0);
    expect(await request.getByLabel(/^age/).inputValue()).not.toBe("");

    await key.fill("alk_01ARZ3NDEKTSV4RRFFQ69G5FAV_notthesecretnotthesecret");
    await tryIt.click();
    await response.getByText("KEY_INVALID").waitFor();
    await key.fill(token);
    await request.getByLabel(/^age/).fill("17");
    await tryIt.click();
    await response.getByText("200 Completed").waitFor();
    expect(await response.locator(".try-result").textContent()).toContain("declined");
    expect(await violationsOf(page)).toEqual([]);

    // All problems at once, each at its field.
    await request.getByLabel(/^age/).fill("old");
    await tryIt.click();
    await response.getByText("INPUT_INVALID").waitFor();
    expect(await request.getByLabel(/^age/).getAttribute("aria-invalid")).toBe("true");

    await request.getByRole("tab", { name: "JSON" }).click();
    await request.getByLabel("Body").fill('{"age": "old", "height": 2}');
    await tryIt.click();
    await request.getByRole("alert").getByText("height").waitFor();
    await request.getByLabel("Body").fill('{"age": 40}');
    await page.getByRole("region", { name: "In your code" }).getByText('"age": 40').waitFor();
    await tryIt.click();
    await response.getByText("200 Completed").waitFor();

    const opening = context.waitForEvent("page");
    await response.getByRole("link", { name: "Open execution" }).click();
    const trace = await opening;
    await trace.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();

    const described = page.getByRole("region", { name: "OpenAPI document" });
    await page.getByRole("table", { name: "Request" }).getByRole("row").filter({ hasText: "age" }).getByText("Required").waitFor();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Errors" }).click();
    await page
      .getByRole("table", { name: "Errors" })
      .getByRole("row")
      .filter({ hasText: "VERSION_NOT_SERVING" })
      .getByText("Start serving")
      .waitFor();
    const downloading = page.waitForEvent("download");
    await described.getByRole("button", { name: "Download" }).click();
    expect(JSON.parse(await textOf(await downloading))).toMatchObject({ openapi: "3.1.0", info: { title: "Tried, 1.0" } });

    // The key is only in this window's memory.
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]));
    expect(kept).not.toContain(token);
    await page.reload();
    await key.waitFor();
    expect(await key.inputValue()).toBe("");
  },
);

journey(
  "a version is tried with the session, then with a key for an hour; an open page shows when the version is stopped",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const name = `Tried for an hour ${Date.now().toString(36)}`;
    const { versionId } = await serveDecision(caller, name);
    const { userId } = await issueKey(caller);
    const account = await caller.do("user.read", { at: { userId } });
    const { page } = await open();
    await signInAt(page, `/admin/solutions?q=${name}`, adminEmail);
    await page.getByRole("button", { name: `Versions of ${name}` }).click();
    await chooseRowAction(page, "1.0", "API details");
    await page.getByRole("dialog").getByRole("link", { name: "Try it" }).click();
    const { response, key, tryIt } = apiPage(page);
    // With solution.execute the session is enough.
    await tryIt.click();
    await response.getByText("200 Completed").waitFor();
    await page.getByRole("button", { name: "A key", exact: true }).click();
    expect(await tryIt.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Create a 1-hour key" }).click();
    await page.getByRole("menuitem", { name: account._embedded.name, exact: true }).click();
    await readMessage(page, "it expires in an hour");
    await untilKnown(product, await key.inputValue());
    await tryIt.click();
    await response.getByText("200 Completed").waitFor();
    const { items } = await caller.do("user.keys.list", { at: { userId } });
    expect(items.map(({ _embedded }) => _embedded.name)).toContain("Tried in the console");

    await caller.do("version.stop", { at: { versionId } });
    await page.getByText("Only a serving version answers.").waitFor();
    expect(await tryIt.isDisabled()).toBe(true);
  },
);

journey("without the permission to list versions there is nothing to try; a deleted version says so", async (stage) => {
  const missing = "/admin/versions/01ARZ3NDEKTSV4RRFFQ69G5FAV";
  const openWith = withPermissions(stage);
  const page = await openWith(["versions.list"], missing);
  await page.getByText("No such version").waitFor();
  await openWith([], missing);
  await page.getByText("No access to versions", { exact: true }).waitFor();
});
