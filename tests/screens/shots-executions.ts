import type { Page } from "playwright-core";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atExecutions(page: Page, query = ""): Promise<void> {
  await page.goto(`/admin/executions${query}`);
  await page.locator(".started").first().waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function atTrace(page: Page): Promise<string> {
  await atExecutions(page);
  await page.locator(".started").first().click();
  await page.getByRole("complementary", { name: "One execution" }).locator(".step").first().waitFor();
  return new URL(page.url()).searchParams.get("execution") ?? "";
}

export const executionShots: readonly Shot[] = [
  screen("executions-full", "Executions of every version", async ({ page }) => atExecutions(page)),
  screen("executions-trace", "One execution, step by step", async ({ page }) => {
    await atTrace(page);
  }),
  screen("executions-diagram", "One execution on the diagram of its version", async ({ page }) => {
    const id = await atTrace(page);
    await page.goto(`/execution/${id}`);
    await page.locator(".step").first().waitFor();
  }),
  screen("executions-when", "Executions of a time of one's own", async ({ page }) => {
    const to = new Date();
    const from = new Date(to.getTime() - 86_400_000);
    await atExecutions(page, `?from=${from.toISOString()}&to=${to.toISOString()}`);
    await page.getByRole("button", { name: /^When/ }).click();
    await page.getByRole("menuitemradio", { name: "From and to" }).click();
    await page.getByRole("dialog", { name: "From and to" }).waitFor();
  }),
  screen("executions-none", "A search without a match", async ({ page }) => {
    await page.goto("/admin/executions?q=nothing-like-this");
    await page.getByText("No execution matches").waitFor();
  }),
];
