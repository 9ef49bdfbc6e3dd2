import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { seededAccounts } from "../../../services/idp/accounts.ts";
import { connectBrowser, openWindow, type Window, type WindowOptions } from "../../support/browser.ts";
import { callerFor, type Caller } from "../../support/caller.ts";
import { createPerson, type NewPerson, type Person } from "../../support/people.ts";
import type { Product } from "../../support/product.ts";
import { createSurroundings, type Surroundings } from "../../support/surroundings.ts";
import { ownStand } from "./own-stand.ts";

export const adminEmail = seededAccounts[0]?.email ?? "";

/**
 * For stories about what the service worker does (pages without a network, a new version, deletions while leaving), about navigation, and of a whole
 * task. It stores all files of the console in every new browser, which takes 2.4 s of processor time, five times as long as the page itself.
 */
export const withServiceWorker = { serviceWorkers: "allow" } as const satisfies Omit<WindowOptions, "baseUrl">;

/** The context of a story. */
export interface Stage extends Omit<Surroundings, "putBack"> {
  readonly product: Product;
  /** The browser of a new user, with nothing stored, and without a service worker unless `withServiceWorker` is passed. */
  readonly open: (options?: Omit<WindowOptions, "baseUrl">) => Promise<Window>;
  /** The administrator through the api, for preparing what the story needs. */
  readonly admin: () => Promise<Caller>;
  readonly person: (wanted?: NewPerson) => Promise<Person>;
}

let browser: Promise<Browser> | undefined;

/** Connected once for all files of a worker, which share this module, and until its process ends: a story closes its windows itself. */
function ownBrowser(): Promise<Browser> {
  return (browser ??= connect());
}

/** A connection that fails or is lost fails one story, and not those of all files after it. */
async function connect(): Promise<Browser> {
  const forget = (): void => {
    browser = undefined;
  };
  try {
    return (await connectBrowser(ownStand().browser)).once("disconnected", forget);
  } catch (error) {
    forget();
    throw error;
  }
}

/**
 * A story through the whole product, by default that of the worker. Also fails on uncaught errors and content security policy violations on its pages.
 */
export function journey(name: string, story: (stage: Stage) => Promise<void>, productOf: () => Product = () => ownStand().product): void {
  // oxlint-disable-next-line vitest/valid-title -- each story passes its title as a string.
  test(name, async ({ onTestFinished }) => {
    const product = productOf();
    const surroundings = createSurroundings(product);
    const windows: Window[] = [];
    // Also after a timeout, which fails a story but does not end it: without its windows it ends before it disturbs the next one, also of another file.
    onTestFinished(async () => {
      await Promise.all(windows.map((window) => window.close()));
      await surroundings.putBack();
    });
    try {
      await story(createStage(product, surroundings, windows));
      for (const { errors, violations } of windows) expect({ errors, violations }).toEqual({ errors: [], violations: [] });
    } catch (error) {
      await photograph(product, name, windows);
      throw error;
    }
  });
}

function createStage(product: Product, surroundings: Surroundings, windows: Window[]): Stage {
  let admin: Promise<Caller> | undefined;
  const stage: Stage = {
    ...surroundings,
    product,
    async open(options = {}) {
      const window = await openWindow(await ownBrowser(), { serviceWorkers: "block", ...options, baseUrl: product.url });
      windows.push(window);
      return window;
    },
    admin: () => (admin ??= callerFor(product, adminEmail)),
    person: async (wanted) => createPerson(product, await stage.admin(), wanted),
  };
  return stage;
}

async function photograph(product: Product, name: string, windows: readonly Window[]): Promise<void> {
  const folder = join(product.folder, "failures");
  await mkdir(folder, { recursive: true });
  const pages = windows.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(folder, `${name.replaceAll(/\W+/g, "-").slice(0, 80)}-${index + 1}.png`);
    const taken = await page.screenshot({ path, timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (taken) console.error(`The page when it failed (${page.url()}): ${path}`);
  }
}
