import { decidePath } from "@airlock/contract";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { findMessage, readMessage } from "./support/seen.ts";
import { chooseRowAction } from "./support/table.ts";

/** Independent of other entries in the lists. */
const unique = Date.now().toString(36);
const name = `Released ${unique}`;
const firstKey = `released-${unique}`;
const newKey = `renamed-${unique}`;

journey(
  "versions are released at one key, rolled back with one press, scheduled and cancelled; the key is changed, and the live version stopped after a warning",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { solutionId, versionId: first } = await serveDecision(caller, name);
    const made = await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
    const second = made._embedded.webSafeString;
    const { token } = await issueKey(caller, product);
    const call = async (key: string) => {
      const response = await fetch(`${product.url}${decidePath}/${key}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ age: 17 }),
      });
      const body = (await response.json()) as { readonly code?: string; readonly _embedded?: { readonly versionWss: string } };
      return { status: response.status, code: body.code, versionId: body._embedded?.versionWss, headers: response.headers };
    };
    expect(await call(firstKey)).toMatchObject({ status: 404, code: "SOLUTION_NOT_RELEASED" });

    const { page } = await open();
    await signInAt(page, `/admin/solutions?q=${name}`, adminEmail);
    const versionsOf = async () => {
      await page.goto(`/admin/solutions?q=${name}`);
      await page.getByRole("button", { name: `Versions of ${name}` }).click();
      return page.getByRole("table", { name: `Versions of ${name}` });
    };
    await versionsOf();
    await chooseRowAction(page, "1.0", "Release...");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Agreed with Risk");
    await dialog.getByRole("button", { name: "Release now" }).click();
    await readMessage(page, "1.0 is live on every runtime.");
    const live = page.getByRole("region", { name: "Live" });
    await live.getByText("Serving 1.0").waitFor();
    expect(await call(firstKey)).toMatchObject({ status: 200, versionId: first });

    // A second one, which callers notice only by its responses.
    await page.getByRole("button", { name: "Release..." }).click();
    await dialog.getByRole("button", { name: "Release now" }).click();
    await readMessage(page, "2.0 is live on every runtime.");
    expect(await call(firstKey)).toMatchObject({ status: 200, versionId: second });
    expect(await violationsOf(page)).toEqual([]);

    // Rolled back, undone, and rolled back again.
    await live.getByRole("button", { name: "Roll back to 1.0" }).click();
    const message = await findMessage(page, "1.0 is live on every runtime.");
    expect(await call(firstKey)).toMatchObject({ versionId: first });
    await message.getByRole("button", { name: "Undo" }).click();
    await live.getByText("Serving 2.0").waitFor();
    expect(await call(firstKey)).toMatchObject({ versionId: second });
    await live.getByRole("button", { name: "Roll back to 1.0" }).click();
    await live.getByText("Serving 1.0").waitFor();

    await page.getByRole("button", { name: "Release..." }).click();
    await dialog.getByLabel("Begins").fill(`${new Date().getFullYear() + 1}-06-01T09:00`);
    await dialog.getByRole("button", { name: "Schedule" }).click();
    await readMessage(page, "2.0 is scheduled.");
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("2.0 is scheduled").waitFor();
    await history.getByRole("button", { name: /^Cancel release/ }).click();
    await history.getByText("2.0, cancelled").waitFor();
    await history.getByText("Agreed with Risk").waitFor();

    await page.getByRole("button", { name: "Change key" }).click();
    await dialog.getByLabel("Key").fill(newKey);
    await dialog.getByRole("button", { name: "Change key" }).click();
    await readMessage(page, "Key changed.");
    await page.getByText(`${decidePath}/${newKey}`).waitFor();
    await eventually("the new key to be answered", async () => ((await call(newKey)).status === 200 ? true : undefined));
    const former = await call(firstKey);
    expect(former).toMatchObject({ status: 200, versionId: first });
    expect(former.headers.get("link")).toBe(`<${decidePath}/${newKey}>; rel="successor-version"`);

    // The page of the live version uses the solution's key, too.
    await live.getByRole("link", { name: "API page" }).click();
    await page.getByRole("group", { name: "Address of" }).getByRole("button", { name: "Solution" }).click();
    await page.getByRole("region", { name: "In your code" }).getByText(`${decidePath}/${newKey}`).waitFor();
    await page.getByLabel("Key of a system account").fill(token);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("region", { name: "Response", exact: true }).getByText("200 Completed").waitFor();

    const versions = await versionsOf();
    const row = versions.getByRole("row").filter({ hasText: "live" });
    await row.getByRole("button", { name: "Stop..." }).click();
    const question = page.getByRole("alertdialog", { name: "Stop 1.0 while it is live?" });
    await question.getByText(/in the last 24 hours/).waitFor();
    await question.getByRole("link", { name: "Release another version..." }).waitFor();
    await question.getByRole("button", { name: "Stop 1.0" }).click();
    await readMessage(page, "1.0 is stopped");
    expect(await call(newKey)).toMatchObject({ status: 409, code: "SOLUTION_NOT_SERVING" });
    await page.getByRole("button", { name: `Releases of ${name}` }).click();
    await live.getByText(/^Calls at this address are refused/).waitFor();
  },
);
