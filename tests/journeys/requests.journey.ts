import { expect } from "vitest";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive } from "./support/seen.ts";

/** The worker stores a refused request shortly after the response, and the machine may be busy. */
const patience = { timeout: 60_000 };

journey(
  "a refused call is found by its correlation id, with the fields that were wrong and others like it",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, "Refusing");
    const { token, keyId, userId } = await issueKey(caller, product);
    const refused = { age: "old", agee: 1 };
    for (const id of ["order:1-refused", "order:2-refused"]) {
      expect((await ask(product, versionId, token, refused, { "X-Correlation-ID": id })).status).toBe(400);
    }
    expect((await ask(product, "01ARZ3NDEKTSV4RRFFQ69G5FAV", token, {}, { "X-Correlation-ID": "order:3-refused" })).status).toBe(404);

    const { page } = await open();
    await signInAt(page, `/admin/requests?caller=${userId}`, adminEmail);
    // Calls before every runtime had the key were refused, too, without a correlation id of ours.
    const rows = page.getByRole("row").filter({ hasText: /order:\d-refused/ });
    await expect.poll(() => rows.count(), patience).toBe(3);
    await page.getByRole("list", { name: /^\d+ refused requests in the last 24 hours$/ }).waitFor(patience);

    await page.getByRole("button", { name: "Code" }).click();
    await page.getByRole("menuitemradio", { name: "404 VERSION_NOT_FOUND" }).click();
    await expect.poll(() => rows.count(), patience).toBe(1);
    await rows.getByRole("cell", { name: "unknown version" }).waitFor();

    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search or jump to").fill("order:1-refused");
    await page.getByRole("option", { name: /400 INPUT_INVALID/ }).click();
    await arrive(page, "/admin/requests");
    const details = page.getByRole("complementary", { name: "One request" });
    await details.getByText("2 fields of the body are not valid.").waitFor(patience);
    await details.getByText("agee", { exact: true }).waitFor();
    await details.getByText("There is no such application field.").waitFor();
    await details.getByText(keyId, { exact: true }).waitFor();
    await page.reload();
    await details.getByText("2 requests like this one in the last 24 hours").waitFor(patience);
    await details.getByRole("button", { name: "Show them" }).click();
    await expect.poll(() => rows.count(), patience).toBe(2);
  },
);
