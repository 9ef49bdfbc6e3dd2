import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { executionResource } from "@airlock/contract";
import { expect } from "vitest";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in-form.ts";
import { usageTotal, usageWidget } from "./support/dashboard.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

const run = promisify(execFile);
/** Whatever else is in the lists. */
const unique = Date.now().toString(36);
const served = `Served from the console ${unique}`;
const deleted = `Deleted while serving ${unique}`;

journey(
  "a version is started, called by the very curl of its dialog, counted without a reload, stopped, and its execution sent as a link",
  async ({ open, admin, person, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, served);
    await caller.do("version.stop", { at: { versionId } });
    const { token } = await issueKey(caller, product);
    const { page, context } = await open();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signInAt(page, `/admin/solutions?q=${served}`, adminEmail);
    await page.getByRole("button", { name: `Versions of ${served}` }).click();
    const versions = page.getByRole("table", { name: `Versions of ${served}` });
    await versions.getByText("Stopped").waitFor();
    await versions.getByRole("button", { name: "Start serving" }).click();
    await readMessage(page, "1.0 is serving");
    await versions.getByText("Serving", { exact: true }).waitFor();

    // Another window counts, and is not loaded again.
    const dashboard = await context.newPage();
    await dashboard.goto("/admin");
    await usageWidget(dashboard).locator(".widget-total").waitFor();
    let loads = 0;
    dashboard.on("load", () => (loads += 1));
    const before = await usageTotal(dashboard);

    await page.bringToFront();
    await versions.getByRole("button", { name: "API details" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Copy code" }).click();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain("curl --request POST");
    const { stdout } = await run("bash", ["-c", curl], { env: { ...process.env, AIRLOCK_KEY: token } });
    const answered = executionResource.parse(JSON.parse(stdout))._embedded;
    expect(answered).toMatchObject({ versionWss: versionId, status: "completed" });

    await dashboard.bringToFront();
    await eventually("one more", async () => ((await usageTotal(dashboard)) >= before + 1 ? true : undefined), { seconds: 30 });
    expect(loads).toBe(0);

    await page.bringToFront();
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await versions.getByRole("button", { name: "Stop", exact: true }).click();
    await readMessage(page, "1.0 is stopped");
    await versions.getByText("Stopped").waitFor();
    await expect(run("bash", ["-c", `${curl} --fail --silent`], { env: { ...process.env, AIRLOCK_KEY: token } })).rejects.toThrow(
      "Command failed",
    );

    await page.goto(`/admin/executions?versions=${versionId}`);
    await page.locator(".started").first().click({ timeout: 20_000 });
    const trace = page.getByRole("complementary", { name: "One execution" });
    await trace.getByText("Completed").waitFor();
    await trace.getByRole("button", { name: "Copy link" }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`/execution/${answered.webSafeString}`);

    // Somebody else, in a browser of their own, opens what they were sent.
    const { email } = await person({ permissions: ["versionExecutions.list"] });
    const other = await open();
    await signInAt(other.page, "/admin", email);
    await other.page.goto(link);
    await other.page.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();
    const stranger = await open();
    await signInAt(stranger.page, "/admin", (await person()).email);
    await stranger.page.goto(link);
    await stranger.page.getByText("No access to executions", { exact: true }).waitFor();
  },
);

journey("deleting a version that serves stops it first", async ({ open, admin, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, deleted);
  const { token } = await issueKey(caller, product);
  const { page } = await open();
  await signInAt(page, `/admin/solutions?q=${deleted}`, adminEmail);
  await page.getByRole("button", { name: `Versions of ${deleted}` }).click();
  await page.getByRole("button", { name: "Delete 1.0" }).click();
  const confirm = page.getByRole("dialog").or(page.getByRole("alertdialog")).first();
  await confirm.getByText("It is serving: it is stopped first").waitFor();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await readMessage(page, "1.0 deleted.");

  for (let call = 0; call < 4; call += 1) expect((await ask(product, versionId, token, { age: 20 })).status).not.toBe(200);
});

journey(
  "the status is what runtimes report: none left is an error that says so, and it serves again by itself",
  async ({ open, admin, stop }) => {
    const caller = await admin();
    const name = `Watched ${unique}`;
    await serveDecision(caller, name);
    const { page } = await open();
    await signInAt(page, `/admin/solutions?q=${name}`, adminEmail);
    await page.getByRole("button", { name: `Versions of ${name}` }).click();
    const versions = page.getByRole("table", { name: `Versions of ${name}` });
    await versions.getByText("Serving", { exact: true }).waitFor();

    const first = await stop("runtime1");
    const second = await stop("runtime2");
    await versions.getByText("Error", { exact: true }).waitFor({ timeout: 30_000 });
    await versions.getByText("No runtime is running.").waitFor({ state: "attached" });
    await Promise.all([first(), second()]);
    await versions.getByText("Serving", { exact: true }).waitFor({ timeout: 30_000 });
    expect(await versions.getByRole("button", { name: "Stop", exact: true }).count()).toBe(1);
  },
);
