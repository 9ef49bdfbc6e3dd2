import { Client } from "pg";
import { expect } from "vitest";
import type { Page } from "playwright-core";
import { postgresUrl } from "../../services/parts/postgres.ts";
import { eventually } from "../support/eventually.ts";
import { invitationLink, mailTo } from "../support/inbox.ts";
import { addAccount, invite } from "../support/people.ts";
import type { Product } from "../support/product.ts";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { inviteInConsole, userRow } from "./support/inviting.ts";
import { arrive, onScreen } from "./support/seen.ts";

const oops =
  "Unfortunately we weren't able to activate your account. Please contact your organisation's administrator for the product who can help you further.";

async function readOops(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Oops", exact: true }).waitFor();
  await page.getByText(oops, { exact: true }).waitFor();
}

/** Simulates a week: nothing in the product can do this, and only the database's owner may. */
async function expireInvitations(product: Product, userId: string): Promise<void> {
  const client = new Client({ connectionString: postgresUrl(product, "superuser") });
  await client.connect();
  try {
    const { rowCount } = await client.query("update activation_keys set expires_at = now() - interval '1 minute' where user_id = $1", [
      userId,
    ]);
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

const newAddress = () => `invited-${process.pid}-${Date.now().toString(36)}@airlock.test`;

journey("invited in the console, mailed, activated step by step and signed in: the table shows each step", async ({ open, product }) => {
  const email = newAddress();
  await addAccount(product, email, "Priya", "Raman");
  const administrator = await open();
  await signInAt(administrator.page, "/admin/users", adminEmail);
  await inviteInConsole(administrator.page, "Priya", "Raman", email);
  const mail = await mailTo(product, email);
  const link = await invitationLink(product, email);
  expect(mail.subject).toBe('"Airlock" invites you to Airlock');
  expect(mail.html).toContain(link.href);
  expect(mail.text).toContain(link.href);

  const { page } = await open();
  const methods: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/users/validate/")) methods.push(request.method());
  });
  await page.goto(link.href);
  await page.getByText("Invitation validated").waitFor();
  await page.getByText(email).waitFor();
  // A reload does not consume the key again.
  await page.reload();
  const onward = page.getByRole("button", { name: /^Continue to/ });
  await onward.waitFor();
  expect(methods).toEqual(["POST"]);
  await administrator.page.reload();
  await userRow(administrator.page, email).getByText("Confirmed", { exact: true }).waitFor();

  await onward.click();
  await answerSignInForm(page, email);
  await arrive(page, "/admin");
  await onScreen(page, "Dashboard");
  expect(await page.getByRole("button", { name: "Account menu" }).textContent()).toBe("PR");
  await administrator.page.reload();
  const active = userRow(administrator.page, email);
  await active.getByText("Active", { exact: true }).waitFor();
  // There is no invitation to resend.
  expect(await active.getByRole("button", { name: /^Resend invite/ }).count()).toBe(0);
});

journey(
  "keys that are unknown, replaced or expired read Oops, and used ones lead to the sign-in page",
  async ({ open, product, admin }) => {
    const caller = await admin();
    const { page } = await open();
    await page.goto("/confirm/no-such-key");
    await readOops(page);
    await page.getByText("ACTIVATION_KEY_INVALID").waitFor();
    await page.getByRole("link", { name: "Log In" }).click();
    await arrive(page, "/login");
    // Without a key and stored state there is nothing to confirm.
    await page.goto("/confirm");
    await arrive(page, "/login");

    const used = await invite(product, caller);
    await caller.do("user.validate", { at: { key: used.link.pathname.split("/").at(-1) ?? "" } });
    await page.goto(used.link.href);
    await page.getByRole("heading", { name: "Your account is activated" }).waitFor();
    await page.getByRole("link", { name: "Log In" }).click();
    await arrive(page, "/login");

    // Sent again, it works.
    await caller.do("user.reinvite", { at: { userId: used.userId } });
    const again = await eventually("a second invitation", async () => {
      const link = await invitationLink(product, used.email);
      return link.href === used.link.href ? undefined : link;
    });
    await page.goto(again.href);
    await page.getByText("Invitation validated").waitFor();

    // Sent again before it was opened, the older link says so.
    const older = await invite(product, caller);
    await caller.do("user.reinvite", { at: { userId: older.userId } });
    const newer = await eventually("a newer invitation", async () => {
      const link = await invitationLink(product, older.email);
      return link.href === older.link.href ? undefined : link;
    });
    await page.goto(older.link.href);
    await readOops(page);
    await page.getByText("This link was replaced by a newer one.", { exact: false }).waitFor();
    await page.goto(newer.href);
    await page.getByText("Invitation validated").waitFor();

    const late = await invite(product, caller);
    await expireInvitations(product, late.userId);
    await page.goto(late.link.href);
    await readOops(page);

    // A deleted person cannot use their link.
    const gone = await invite(product, caller);
    await caller.do("user.delete", { at: { userId: gone.userId } });
    await page.goto(gone.link.href);
    await readOops(page);
  },
);
