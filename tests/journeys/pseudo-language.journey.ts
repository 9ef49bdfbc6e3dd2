import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { narrow, wide } from "../support/browser.ts";
import { builtElements, deployPseudoConsole } from "../support/deploy-console.ts";
import { pseudoReport } from "../support/pseudo-texts.ts";
import type { Product } from "../support/product.ts";
import { journey } from "./support/journey.ts";

const publicPaths = ["/", "/login", "/offline", "/nowhere", "/confirm/no-such-key"];

/** From now on pages load the console in the pseudo-language. */
async function switchToPseudo(context: BrowserContext, product: Product): Promise<void> {
  const elements = await deployPseudoConsole(join(product.folder, "console"));
  expect(elements.length).toBeGreaterThan(1);
  await context.route(
    (url) => url.origin === new URL(product.url).origin,
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const response = await route.fetch();
      const page = (await response.text()).replaceAll(builtElements, "").replace("</head>", `${elements.join("\n")}</head>`);
      return route.fulfill({ response, body: page });
    },
  );
}

/** Collects every string that the server sends. */
function collectData(page: Page): ReadonlySet<string> {
  const data = new Set<string>();
  const add = (value: unknown): void => {
    if (typeof value === "string") data.add(value.trim());
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(add);
  };
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.startsWith("/dme/")) return;
    void response.json().then(add, () => undefined);
  });
  return data;
}

async function complaintsOn(page: Page, path: string, data: ReadonlySet<string>): Promise<readonly string[]> {
  await page.goto(path);
  const isShown = await page
    .getByText("⟦")
    .first()
    .waitFor({ timeout: 120_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isShown) return [`${path}: shows nothing in the pseudo-language`];
  await page.waitForLoadState("networkidle");
  const complaints: string[] = [];
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    const { untranslated, cutOff } = await pseudoReport(page, data);
    complaints.push(...untranslated.map((text) => `${path}, ${viewport.width}: not translated: ${text}`));
    complaints.push(...cutOff.map((text) => `${path}, ${viewport.width}: cut off: ${text}`));
  }
  await page.setViewportSize(wide);
  return complaints;
}

journey("public pages in the pseudo-language have no other text, and none is cut off", async ({ open, product }) => {
  const { page, context } = await open();
  await switchToPseudo(context, product);
  const complaints: string[] = [];
  for (const path of publicPaths) complaints.push(...(await complaintsOn(page, path, collectData(page))));
  expect(complaints).toEqual([]);
});
