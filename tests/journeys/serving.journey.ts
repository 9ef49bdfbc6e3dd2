import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { executionResource } from "@airlock/contract";
import { expect } from "vitest";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { usageTotal, usageWidget } from "./support/dashboard.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { findMessage, readMessage } from "./support/seen.ts";
import { chooseRowAction } from "./support/table.ts";

const run = promisify(execFile);
/** Independent of other entries in the lists. */
const unique = Date.now().toString(36);
const served = `Served from the console ${unique}`;
const deleted = `Deleted while serving ${unique}`;

journey(
  "a version is started, called with the curl command of its dialog, counted without a reload, stopped, and its execution opened by a link",
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
    await chooseRowAction(page, "1.0", "Start serving own address");
    await readMessage(page, "1.0 is serving");
    await versions.getByText("Serving", { exact: true }).waitFor();

    // Another window updates its counts without a reload.
    const dashboard = await context.newPage();
    await dashboard.goto("/admin");
    await usageWidget(dashboard).locator(".widget-total").waitFor();
    let loads = 0;
    dashboard.on("load", () => (loads += 1));
    const before = await usageTotal(dashboard);

    await page.bringToFront();
    await chooseRowAction(page, "1.0", "API details");
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
    const stop = async () => {
      await versions.getByRole("button", { name: "Stop..." }).click();
      const question = page.getByRole("alertdialog", { name: "Stop 1.0?" });
      // It was counted: the dashboard shows it.
      await question.getByText(/^It answered [1-9]\d* decisions? in the last hour\.$/).waitFor();
      await question.getByRole("button", { name: "Stop", exact: true }).click();
      const message = await findMessage(page, "1.0 is stopped");
      await versions.getByText("Stopped").waitFor();
      return message;
    };
    await (await stop()).getByRole("button", { name: "Undo" }).click();
    await readMessage(page, "1.0 is serving");
    await versions.getByText("Serving", { exact: true }).waitFor();
    await stop();
    await expect(run("bash", ["-c", `${curl} --fail --silent`], { env: { ...process.env, AIRLOCK_KEY: token } })).rejects.toThrow(
      "Command failed",
    );

    await page.goto(`/admin/executions?versions=${versionId}`);
    await page.locator(".started").first().click();
    const trace = page.getByRole("complementary", { name: "One execution" });
    await trace.getByText("Completed").waitFor();
    await trace.getByRole("button", { name: "Copy link" }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`/execution/${answered.webSafeString}`);

    // Another user, in a browser of their own, opens the link.
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
  // The row has room for its actions at every window width.
  for (const width of [1280, 1440, 1920, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const actions = page.locator(".versions tbody .row-actions");
    await actions.getByRole("button", { name: "Stop..." }).waitFor();
    const overlaps = await actions.evaluate((row) => {
      const boxes = [row.closest("tr")?.querySelector(".status"), ...row.children].map((one) => one?.getBoundingClientRect());
      const isOver = (one: DOMRect | undefined, other: DOMRect | undefined) =>
        one && other && one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      const isCut = boxes.some((box) => box && (box.width < 28 || box.right > window.innerWidth));
      return isCut || boxes.some((one, place) => boxes.slice(place + 1).some((other) => isOver(one, other)));
    });
    expect(overlaps, `at ${width}`).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await chooseRowAction(page, "1.0", "Delete");
  const confirm = page.getByRole("dialog").or(page.getByRole("alertdialog")).first();
  await confirm.getByText("This version is serving. It is stopped first").waitFor();
  await confirm.getByText(/^It answered (no|\d+) decisions? in the last hour\.$/).waitFor();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await readMessage(page, "1.0 deleted");

  for (let call = 0; call < 4; call += 1) expect((await ask(product, versionId, token, { age: 20 })).status).not.toBe(200);
});

journey(
  "the status is what runtimes report: no runtime is an error with a message, and it recovers by itself",
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
    expect(await versions.getByRole("button", { name: "Stop..." }).count()).toBe(1);
  },
);
