import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { executionResource } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ask, serveDecision, untilKnown } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

const run = promisify(execFile);
const unique = () => `${process.pid.toString(36)}${Date.now().toString(36)}`;

const row = (page: Page, name: string) => page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: name });

async function createKey(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the new key").fill(name);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = dialog.getByRole("region", { name: `The new key ${name}` });
  await shown.getByText("It is not shown again").waitFor();
  return shown.getByRole("status").innerText();
}

journey(
  "a system account is created in the console, its key makes a decision with the shown call, and is refused within five seconds of its revocation",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, `Keys ${unique()}`);
    const role = `Executor ${unique()}`;
    await caller.do("allRoles.create", { body: { name: role, permissions: ["solution.execute"] } });
    const account = `gateway-${unique()}`;
    const { page } = await open();
    await signInAt(page, "/admin/users", adminEmail);

    await page.getByRole("button", { name: "Add", exact: true }).click();
    const adding = page.getByRole("dialog", { name: "Add a user" });
    await adding.getByText("Calls decisions through the API").click();
    await adding.getByRole("textbox", { name: "Name" }).fill(account);
    await adding.getByRole("textbox", { name: "Description" }).fill("Asks for every payment");
    await adding.getByRole("textbox", { name: "Email" }).fill(`${account}@airlock.test`);
    await adding.getByRole("button", { name: "Create" }).click();
    await readMessage(page, `${account} added`);

    // Without a role its keys cannot call anything, and the dialog says so.
    await row(page, account)
      .getByRole("button", { name: `Keys of ${account}` })
      .click();
    const dialog = page.getByRole("dialog", { name: `Keys of ${account}` });
    await dialog.getByText("The account has no roles yet, so its keys cannot call anything yet.").waitFor();
    await dialog.getByText("Asks for every payment").waitFor();
    await dialog.getByText(/^No keys yet/).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await row(page, account)
      .getByRole("button", { name: `Edit roles of ${account}` })
      .click();
    const roles = page.getByRole("dialog", { name: `Roles of ${account}` });
    await roles.getByRole("checkbox").first().waitFor();
    if ((await roles.getByLabel("Filter roles").count()) > 0) await roles.getByLabel("Filter roles").fill(role);
    await roles.getByRole("checkbox", { name: role }).click();
    await roles.getByRole("button", { name: "Save" }).click();
    await readMessage(page, "1 role added");

    await row(page, account)
      .getByRole("button", { name: `Keys of ${account}` })
      .click();
    const secret = await createKey(page, "Production");
    expect(secret).toMatch(/^alk_[0-9A-Z]{26}_[\w-]{40,}$/);
    // Escape does not discard a key that was not copied.
    await page.keyboard.press("Escape");
    const closing = page.getByRole("alertdialog", { name: "Close without copying the key?" });
    await closing.getByRole("button", { name: "Cancel" }).click();
    await closing.waitFor({ state: "detached" });
    // The list shows the beginning of the key.
    await dialog
      .getByRole("table")
      .getByText(secret.slice(0, "alk_".length + 26 + "_".length), { exact: true })
      .waitFor();
    await dialog.getByRole("button", { name: "Copy key" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await dialog.getByRole("button", { name: "Copy call" }).click();
    const call = await page.evaluate(() => navigator.clipboard.readText());
    expect(call).toContain(secret);
    await untilKnown(product, secret);
    // As copied, into a shell.
    const answered = await run("sh", ["-c", `${call} --silent --show-error`]);
    const decision = executionResource.parse(JSON.parse(answered.stdout))._embedded;
    // Any serving version of this organisation, also of another journey: it only matters that the call is decided.
    expect(["completed", "failed"]).toContain(decision.status);

    const first = await ask(product, versionId, secret, { age: 40 });
    expect(first.status).toBe(200);
    await eventually("the last use in the dialog", async () => ((await dialog.getByText("Not yet").count()) === 0 ? true : undefined), {
      seconds: 40,
    });

    // Never shown again: neither after closing nor anywhere in the browser's storage.
    await dialog.getByRole("button", { name: "Done" }).click();
    await row(page, account)
      .getByRole("button", { name: `Keys of ${account}` })
      .click();
    await dialog.getByRole("cell", { name: /^Production/ }).waitFor();
    // What follows alk_ and the key's own id, which the page may know.
    const ownSecret = secret.slice("alk_".length + 26 + "_".length);
    expect(ownSecret.length).toBeGreaterThanOrEqual(40);
    expect((await page.content()).includes(ownSecret)).toBe(false);
    const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
    expect(kept).not.toContain(ownSecret);

    await dialog.getByRole("button", { name: "Revoke Production" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke key?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    expect((await ask(product, versionId, secret, { age: 40 })).status).toBe(200);
    await dialog.getByRole("button", { name: "Revoke Production" }).click();
    const revoked = page.waitForResponse((response) => response.request().method() === "DELETE");
    await question.getByRole("button", { name: "Revoke" }).click();
    expect((await revoked).ok()).toBe(true);
    const refused = async () => (await ask(product, versionId, secret, { age: 40 })).status === 401;
    // In a row, so that both runtimes are called.
    await eventually(
      "every runtime to refuse the key",
      async () => ((await refused()) && (await refused()) && (await refused()) ? true : undefined),
      { seconds: 5 },
    );
    await dialog.getByText(/^No keys yet/).waitFor();
  },
);

journey("a key has the chosen expiry, and users who may not change users only see the keys", async ({ open, admin, person }) => {
  const caller = await admin();
  const account = `batch-${unique()}`;
  const { organisationWss } = (await caller.do("profile.read"))._embedded;
  const made = await caller.do("users.create", { body: { name: account, emailAddress: `${account}@airlock.test`, organisationWss } });
  const userId = made._embedded.webSafeString;
  const { page } = await open();
  await signInAt(page, `/admin/users?q=${account}`, adminEmail);
  await row(page, account)
    .getByRole("button", { name: `Keys of ${account}` })
    .click();
  const dialog = page.getByRole("dialog", { name: `Keys of ${account}` });
  const create = dialog.getByRole("button", { name: "Create key" });
  expect(await create.isEnabled()).toBe(false);
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "Never" }).click();
  await createKey(page, "Forever");
  await dialog.getByRole("combobox", { name: "Expires" }).click();
  await page.getByRole("option", { name: "On a date" }).click();
  await dialog.getByLabel("Name of the new key").fill("Until");
  expect(await create.isEnabled()).toBe(false);
  await dialog.getByLabel("Last day").fill("2020-01-01");
  expect(await create.isEnabled()).toBe(false);
  await dialog.getByLabel("Last day").fill("2031-05-04");
  await createKey(page, "Until");
  const keys = (await caller.do("user.keys.list", { at: { userId } })).items.map(({ _embedded }) => [_embedded.name, _embedded.expires]);
  expect(keys).toEqual([
    ["Forever", null],
    // The end of that day in this browser's time zone.
    ["Until", "2031-05-04T21:59:59.000Z"],
  ]);

  // Disabling it requires a confirmation: its callers would be refused.
  await dialog.getByRole("button", { name: "Done" }).click();
  await row(page, account)
    .getByRole("button", { name: `Disable ${account}` })
    .click();
  const question = page.getByRole("alertdialog", { name: "Disable system account?" });
  await question.getByText("Its keys have not been used yet.").waitFor();
  await question.getByRole("button", { name: "Disable", exact: true }).click();
  await row(page, account).getByText("Disabled").waitFor();

  const reader = await person({ permissions: ["users.list"] });
  const other = await open();
  await signInAt(other.page, `/admin/users?q=${account}`, reader.email);
  await row(other.page, account)
    .getByRole("button", { name: `Keys of ${account}` })
    .click();
  const read = other.page.getByRole("dialog", { name: `Keys of ${account}` });
  await read.getByRole("cell", { name: /^Forever/ }).waitFor();
  expect(await read.getByRole("button", { name: /Revoke|Create key/ }).count()).toBe(0);
});
