import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seededAccounts } from "../../../services/idp/accounts.ts";
import type { ProviderSettings } from "../../../services/idp/settings.ts";
import { kill, restart } from "../../../services/stack.ts";
import { connectBrowser, openWindow, type Window, type WindowOptions } from "../../support/browser.ts";
import { callerFor, type Caller } from "../../support/caller.ts";
import { createPerson, type NewPerson, type Person } from "../../support/people.ts";
import type { Product } from "../../support/product.ts";

export const adminEmail = seededAccounts[0]?.email ?? "";

/** What a story is told with. Whatever it changes about the surroundings is put back when it ends, well or badly. */
export interface Stage {
  readonly product: Product;
  /** The browser of a new person, with nothing stored. */
  readonly open: (options?: Omit<WindowOptions, "baseUrl">) => Promise<Window>;
  /** The administrator over the api, for preparing what the story needs. */
  readonly admin: () => Promise<Caller>;
  readonly person: (wanted?: NewPerson) => Promise<Person>;
  /** Lifetimes of the identity provider's tokens from now on. */
  readonly provider: (settings: Partial<ProviderSettings>) => Promise<void>;
  /** Ends a part or process at once; answers how to bring it back. */
  readonly stop: (name: string) => Promise<() => Promise<void>>;
  /** Lets a part or process hang, connections open; answers how to let it go on. */
  readonly pause: (name: string) => Promise<() => Promise<void>>;
  /** Does this when the story has ended. */
  readonly later: (work: () => Promise<void>) => void;
}

let browser: Browser | undefined;

beforeAll(async () => {
  browser = await connectBrowser(inject("browser"));
});
afterAll(async () => {
  await browser?.close();
});

/** A story through the whole product. It also fails on any uncaught error and any content security policy violation on its pages. */
export function journey(name: string, story: (stage: Stage) => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title -- every story gives its own, as a string, where it is told.
  test(name, async () => {
    const product = inject("product");
    const windows: Window[] = [];
    const ending: (() => Promise<void>)[] = [];
    try {
      await story(createStage(product, windows, ending));
      for (const { errors, violations } of windows) expect({ errors, violations }).toEqual({ errors: [], violations: [] });
    } catch (error) {
      await photograph(product, name, windows);
      throw error;
    } finally {
      // Each even if one before it failed: the next story must not pay for this one.
      const ended = await Promise.allSettled(windows.map((window) => window.close()));
      for (const work of ending.toReversed()) ended.push(...(await Promise.allSettled([work()])));
      const failed = ended.find((result) => result.status === "rejected");
      if (failed?.status === "rejected") console.error(failed.reason);
    }
  });
}

function createStage(product: Product, windows: Window[], ending: (() => Promise<void>)[]): Stage {
  const later = (work: () => Promise<void>) => void ending.push(work);
  let admin: Promise<Caller> | undefined;
  const stage: Stage = {
    product,
    later,
    async open(options = {}) {
      if (browser === undefined) throw new Error("The browser is not there yet.");
      const window = await openWindow(browser, { ...options, baseUrl: product.url });
      windows.push(window);
      return window;
    },
    admin: () => (admin ??= callerFor(product, adminEmail)),
    person: async (wanted) => createPerson(product, await stage.admin(), wanted),
    async provider(settings) {
      const before = await providerSettings(product);
      later(() => changeProvider(product, before));
      await changeProvider(product, settings);
    },
    async stop(name) {
      await kill(product, name);
      return once(later, () => restart(product, name));
    },
    async pause(name) {
      await kill(product, name, "SIGSTOP");
      return once(later, () => kill(product, name, "SIGCONT"));
    },
  };
  return stage;
}

/** The story may undo it itself; if it does not get there, the end does. */
function once(later: Stage["later"], undo: () => Promise<void>): () => Promise<void> {
  let undone: Promise<void> | undefined;
  const undoOnce = () => (undone ??= undo());
  later(undoOnce);
  return undoOnce;
}

async function providerSettings(product: Product): Promise<unknown> {
  const response = await fetch(`${product.issuer}/development/settings`);
  return response.json();
}

async function changeProvider(product: Product, settings: unknown): Promise<void> {
  const response = await fetch(`${product.issuer}/development/settings`, { method: "PUT", body: JSON.stringify(settings) });
  if (!response.ok) throw new Error(`The provider refuses the settings: ${await response.text()}`);
}

async function photograph(product: Product, name: string, windows: readonly Window[]): Promise<void> {
  const folder = join(product.folder, "failures");
  await mkdir(folder, { recursive: true });
  const pages: Page[] = windows.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = join(folder, `${name.replaceAll(/\W+/g, "-").slice(0, 80)}-${index + 1}.png`);
    const taken = await page.screenshot({ path, timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (taken) console.error(`The page when it failed (${page.url()}): ${path}`);
  }
}
