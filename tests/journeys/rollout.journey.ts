import { decidePath } from "@airlock/contract";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

const unique = Date.now().toString(36);
const name = `Divided ${unique}`;
const calls = 40;

journey(
  "a split of a field's values reaches both versions, its page shows what each decided, and the challenger is promoted",
  async (given) => {
    const { open, admin, product } = given;
    const caller = await admin();
    const { solutionId, versionId: first } = await serveDecision(caller, name);
    await caller.do("solution.releases.create", { at: { solutionId }, body: { versionWss: first } });
    const made = await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "2.0" } });
    const second = made._embedded.webSafeString;
    const { token } = await issueKey(caller, product);
    const call = async (age: number) => {
      const response = await fetch(`${product.url}${decidePath}/divided-${unique}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ age }),
      });
      const body = (await response.json()) as { readonly _embedded?: { readonly versionWss: string } };
      return body._embedded?.versionWss;
    };

    const { page } = await open();
    await signInAt(page, `/admin/solutions/${solutionId}/releases`, adminEmail);
    await page.getByRole("region", { name: "Rollouts" }).getByRole("button", { name: "Start a rollout..." }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: /^Split/ }).check();
    await dialog.getByLabel("Share of the calls, %").fill("50");
    await dialog.getByRole("combobox", { name: "Divided by" }).click();
    await page.getByRole("option", { name: "age" }).click();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Start split" }).click();
    await page.getByRole("region", { name: "Verdict" }).waitFor();

    // Every value stays with its version.
    const decided = await Promise.all(Array.from({ length: calls }, (_, at) => call(20 + at)));
    expect(new Set(decided)).toEqual(new Set([first, second]));
    expect(await Promise.all(Array.from({ length: calls }, (_, at) => call(20 + at)))).toEqual(decided);

    const challengers = 2 * decided.filter((version) => version === second).length;
    await page.getByRole("region", { name: "Challenger 2.0" }).getByText(String(challengers), { exact: true }).waitFor();
    await page
      .getByRole("region", { name: "Champion 1.0" })
      .getByText(String(2 * calls - challengers), { exact: true })
      .waitFor();
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole("button", { name: "Promote challenger..." }).click();
    await dialog.getByRole("button", { name: "Release 2.0" }).click();
    await readMessage(page, "2.0 is live on every runtime.");
    await page.getByRole("region", { name: "End" }).getByText("2.0 was released.").waitFor();
    await eventually("every call to reach 2.0", async () =>
      (await Promise.all(Array.from({ length: 10 }, (_, at) => call(20 + at)))).every((version) => version === second) ? true : undefined,
    );
  },
);
