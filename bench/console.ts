/**
 * npm run bench:console -- --check [--floor 0.5] [--rounds 5] [--dev]
 *
 * The console in a real Chromium with an empty cache and a processor that is slowed down four times: when something is painted, when the signed-in console
 * is, and how long a click in the menu takes until the next page is. `--dev` measures the development server instead, at full speed.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { publicUrl } from "../services/instance.ts";
import { usualParts } from "../services/parts.ts";
import { startStack, stopStack } from "../services/stack.ts";
import { startTemporaryInstance } from "../services/temporary-instance.ts";
import { launchBrowser, openWindow } from "../tests/support/browser.ts";
import { deployConsole } from "../tests/support/deploy-console.ts";
import { signInAt } from "../tests/support/sign-in.ts";
import { clickToPaint, firstPaint, paintedWith } from "./console/painted.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    rounds: { type: "string", default: "5" },
    dev: { type: "boolean", default: false },
  },
});
const rounds = Number(options.rounds);
/** Pages of the menu, in the order in which they are opened. */
const titles = ["Solutions", "Executions", "Monitors", "Datasources", "Predictions", "Experiments", "Users", "Roles", "Audit"] as const;

interface Load {
  /** Milliseconds from the navigation to the first content of any kind. */
  readonly first: number;
  /** To the signed-in console: its frame, its menu and the page's title. */
  readonly console: number;
}

/** A page with an empty cache. */
async function openCold(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.send("Emulation.setCPUThrottlingRate", { rate: options.dev ? 1 : 4 });
  return page;
}

async function loadCold(context: BrowserContext): Promise<Load> {
  const page = await openCold(context);
  const painted = await paintedWith(page, "Dashboard");
  await page.goto("/admin", { waitUntil: "commit" });
  const load = { console: await painted(), first: await firstPaint(page) };
  await page.close();
  return load;
}

interface RouteChanges {
  readonly first: readonly number[];
  readonly again: readonly number[];
}

/** Milliseconds of each click: the first time a page is opened, and once its code has run before. */
async function routeChanges(context: BrowserContext): Promise<RouteChanges> {
  const page = await openCold(context);
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await page.waitForLoadState("networkidle");
  const visit = async (): Promise<readonly number[]> => {
    const took: number[] = [];
    for (const title of titles) took.push(await clickToPaint(page, title));
    return took;
  };
  const first = await visit();
  const again = await visit();
  await page.close();
  return { first, again };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const running = await startTemporaryInstance(usualParts);
const browser = await launchBrowser();
try {
  const { instance } = running;
  const consoleFolder = join(instance.folder, "console");
  if (!options.dev) await deployConsole(consoleFolder);
  const served = options.dev ? ({ console: "vite" } as const) : ({ console: "files", consoleFolder } as const);
  await startStack(instance, { ...served, env: { AIRLOCK_LOG_LEVEL: "error" } });
  // A service worker would answer from its own cache.
  const { context, page } = await openWindow(browser, { baseUrl: publicUrl(instance), serviceWorkers: "block" });
  await signInAt(page, "/admin", "admin@airlock.test");
  await page.close();
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await loadCold(context));
  const results: Row[] = [
    { what: "first paint", value: median(loads.map(({ first }) => first)), unit: "ms", goal: { max: options.dev ? 300 : 1500 } },
    {
      what: "signed-in console painted",
      value: median(loads.map((load) => load.console)),
      unit: "ms",
      ...(options.dev ? {} : { goal: { max: 1500 }, held: 6000 }),
    },
  ];
  if (!options.dev) {
    const { first, again } = await routeChanges(context);
    results.push({ what: "route change, page opened the first time", value: median(first), unit: "ms", goal: { max: 100 }, held: 1000 });
    results.push({ what: "route change, page opened before", value: median(again), unit: "ms", goal: { max: 100 }, held: 500 });
    console.log(titles.map((title, at) => `${title} ${first[at]?.toFixed(0)} and ${again[at]?.toFixed(0)} ms`).join(", "));
  }
  const floor = Number(options.floor);
  printTable(results, floor);
  const failed = results.filter((row) => !holdsFor(row, floor)).length;
  console.log(`${results.length - failed} passed, ${failed} failed`);
  if (options.check && failed > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stopStack(running.instance);
  await running.stop();
}
