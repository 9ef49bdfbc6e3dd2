import type { Page } from "playwright-core";
import { ask, issueKey, untilKnownAt } from "../support/decision.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const correlationId = "7be20d19-03fa-4d2b";

/** Some refused calls of one key, created once. */
async function refuseSome({ product, admin }: Scene): Promise<void> {
  const found = await admin.do("refusedRequests.list", { query: { search: correlationId } });
  if (found.items.length > 0) return;
  const { items } = await admin.do("versions.list", { query: { limit: "1" } });
  const versionId = items[0]?._embedded.webSafeString ?? "";
  const { token } = await issueKey(admin);
  await untilKnownAt(product, token);
  for (let count = 0; count < 14; count += 1) {
    await ask(product, count % 5 === 4 ? "01ARZ3NDEKTSV4RRFFQ69G5FAV" : versionId, token, { net_income: "2.140,00", months: [] });
  }
  await ask(product, versionId, token, { net_income: "2.140,00", months_in_jobb: 1 }, { "X-Correlation-ID": correlationId });
}

async function settled(page: Page): Promise<void> {
  await page.locator(".request-time").first().waitFor({ timeout: 60_000 });
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

export const requestShots: readonly Shot[] = [
  screen("requests-full", "Refused requests of the last 24 hours", async (scene) => {
    await refuseSome(scene);
    await scene.page.goto("/admin/requests");
    await settled(scene.page);
  }),
  screen("requests-open", "Why one request was refused", async (scene) => {
    await refuseSome(scene);
    await scene.page.goto("/admin/requests");
    await settled(scene.page);
    await scene.page.locator(".request-time").first().click();
    await scene.page.getByRole("complementary", { name: "One request" }).waitFor();
    await scene.page.mouse.move(0, 0);
  }),
  screen("requests-none", "A search without a match", async ({ page }) => {
    await page.goto("/admin/requests?q=nothing-like-this");
    await page.getByText("No refused request matches").waitFor();
  }),
  screen("requests-error", "The list cannot be read", async ({ page, stop }) => {
    await page.goto("/admin/profile");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await stop("api");
    await jump(page, "requests");
    await page.getByText("Something went wrong.").waitFor();
  }),
];

export const emptyRequestShots: readonly Shot[] = [
  screen("requests-empty", "No call was refused", async ({ page }) => {
    await page.goto("/admin/requests");
    await page.getByText("No refused requests", { exact: true }).waitFor();
  }),
];
