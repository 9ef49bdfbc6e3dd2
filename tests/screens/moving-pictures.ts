/**
 * `npm run docs:moving-pictures`: takes the moving pictures of the README again, with the product and the data of the screens runner, and writes them to
 * `docs/pictures`. `--only heat` takes one of them.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { seededAccounts } from "../../services/idp/accounts.ts";
import { projectRoot } from "../../services/instance.ts";
import { launchBrowser, openWindow, wide } from "../support/browser.ts";
import { callerFor, type Caller } from "../support/caller.ts";
import type { Product } from "../support/product.ts";
import { signInAt } from "../support/sign-in.ts";
import { standUp, takeDown } from "../support/stand-up.ts";
import { encodeGif, type Frame } from "./encode-gif.ts";
import { past, result } from "./shots-insight.ts";

const { values } = parseArgs({ options: { only: { type: "string", default: "" }, base: { type: "string", default: "21300" } } });
const patience = { timeout: 60_000 };
/** Each is part of every clone. */
const maxBytes = 900_000;

interface Scene {
  readonly page: Page;
  readonly product: Product;
  readonly admin: Caller;
  /** Adds what the page shows, for this long. */
  readonly show: (millis: number) => Promise<void>;
}

/** By the name of the file. */
const stories: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  comparison: async ({ page, product, admin, show }) => {
    const { comparisonId, solutionId } = await past(product, admin);
    await rename(admin, solutionId, "Consumer credit");
    await page.goto(`/compare/${comparisonId}`);
    await page.getByText(/^Replayed in/).waitFor(patience);
    await page.locator(".cmp-open").first().waitFor(patience);
    await show(2000);
    await page.locator(".cmp-open").first().click();
    await page.locator(".cmp-pairs").first().waitFor(patience);
    await show(2000);
    await page.getByRole("button", { name: "Both paths on diagram" }).click();
    await page.getByText("New path", { exact: true }).waitFor(patience);
    await show(3000);
  },
  thresholds: async ({ page, product, admin, show }) => {
    const { experimentResultId, solutionId } = await result(product, admin);
    await rename(admin, solutionId, "Small loans");
    await page.goto(`/experiments/result/${experimentResultId}/thresholds`);
    await page.getByRole("slider", { name: "Border at 560", exact: true }).focus(patience);
    await show(1500);
    for (let step = 0; step < 12; step += 1) {
      for (let press = 0; press < 2; press += 1) await page.keyboard.press("ArrowLeft");
      await show(250);
    }
    await page.locator(".sl-move").first().waitFor(patience);
    await show(3000);
  },
  heat: async ({ page, product, admin, show }) => {
    const { versionId } = await past(product, admin);
    await page.goto(`/version/${versionId}`);
    await page.getByText("3,000 executions").first().waitFor(patience);
    await show(2000);
    for (const node of ["underwriting", "eligibility"]) {
      await page.locator(`[data-node="${node}"]`).click();
      // Away from the node, whose tooltip would cover others.
      await page.mouse.move(400, 20);
      await page.getByRole("table", { name: "Slowest executions" }).waitFor(patience);
      await show(2000);
    }
    await page.getByRole("button", { name: "Show as list" }).click();
    await show(2000);
  },
  trace: async ({ page, product, admin, show }) => {
    const { versionId } = await past(product, admin);
    await page.goto(`/admin/executions?version=${versionId}`);
    const approved = page.getByRole("row").filter({ hasText: "Approve" }).locator(".started").first();
    await approved.waitFor(patience);
    await show(1500);
    await approved.click();
    const steps = page.getByRole("complementary", { name: "One execution" }).locator(".step");
    await steps.first().waitFor(patience);
    await show(2000);
    await page.goto(`/execution/${new URL(page.url()).searchParams.get("execution") ?? ""}`);
    await page.locator(".step").first().waitFor(patience);
    for (const step of await page.locator(".step").all()) {
      await step.scrollIntoViewIfNeeded();
      await step.hover();
      await show(700);
    }
    await show(1500);
  },
};

/** As the pictures call the solutions, instead of the names that keep tests apart. */
async function rename(admin: Caller, solutionId: string, name: string): Promise<void> {
  await admin.do("solution.update", { at: { solutionId }, body: { name } });
}

const product = await standUp({ name: "screens", base: Number(values.base), runtimes: 1 });
const browser = await launchBrowser();
try {
  const email = seededAccounts[0]?.email ?? "";
  for (const [name, play] of Object.entries(stories)) {
    if (!name.includes(values.only)) continue;
    const { page, close } = await openWindow(browser, { baseUrl: product.url });
    await signInAt(page, "/admin", email);
    const frames: Frame[] = [];
    const show = async (millis: number): Promise<void> => {
      // Requests of what was just done.
      await page.waitForLoadState("networkidle", { timeout: 3000 }).catch(() => undefined);
      frames.push({ png: await page.screenshot({ animations: "disabled" }), millis });
    };
    await play({ page, product, admin: await callerFor(product, email), show });
    await close();
    const gif = await encodeGif(browser, wide, frames);
    await writeFile(join(projectRoot, "docs/pictures", `${name}.gif`), gif);
    console.log(`${name}.gif: ${frames.length} frames, ${(gif.length / 1000).toFixed(0)} kB`);
    if (gif.length > maxBytes) throw new Error(`${name}.gif is too large for the repository.`);
  }
} finally {
  await browser.close();
  await takeDown(product);
}
