import { join } from "node:path";
import type { Page } from "playwright-core";
import { vi } from "vitest";
import { narrow, wide } from "../../support/browser.ts";
import { deployPseudoConsole } from "../../support/deploy-console.ts";
import { PseudoReader, type PseudoReport } from "../../support/pseudo-texts.ts";
import type { Stage } from "./journey.ts";

/**
 * From now on, until the story ends, pages load the console in the pseudo-language. Its page is deployed and not put in place of the other one by the
 * browser: a browser whose requests are answered by the test caches nothing, and each page would load all scripts again.
 */
export async function switchToPseudo({ product, later }: Pick<Stage, "product" | "later">): Promise<void> {
  later(await deployPseudoConsole(join(product.folder, "console")));
}

/** Fields with a value for the program, for which the console has a text. */
const codes = /^(?:kind|status|state|gate|measure|noun|change|deploymentStatus|userStatus|gatesState)$/;

/** Collects every string that the server sends for users to read. */
function collectData(page: Page): () => Promise<ReadonlySet<string>> {
  const data = new Set<string>();
  const unread = new Set<Promise<void>>();
  const addText = (text: string): void => {
    data.add(text);
    // The console shows a field of a result without its dataset: "application.age".
    const [, name] = /^(?:application|runtime|datasource|carried)\.(\w+)$/.exec(text) ?? [];
    if (name !== undefined) data.add(name);
    // An entity of the audit with what it belongs to, of which a sentence shows one: "Personal loan: 2.0".
    if (text.includes(": ")) for (const one of text.split(": ")) data.add(one);
  };
  /** Fields in the audit are those of the API. */
  const addField = (key: string): void => {
    const words = key
      .replace(/Wss$/, "")
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase();
    data.add(words.charAt(0).toUpperCase() + words.slice(1));
  };
  const add = (value: unknown): void => {
    if (typeof value === "string") addText(value.trim());
    else if (typeof value === "object" && value !== null) {
      for (const [key, inside] of Object.entries(value)) {
        // Keys are data too where they are no names of fields: a count for each outcome.
        if (!/^[a-z][a-zA-Z]*$/.test(key)) addText(key);
        if (typeof inside !== "string" || !codes.test(key)) add(inside);
        if ((key === "before" || key === "after") && typeof inside === "object" && inside !== null) Object.keys(inside).forEach(addField);
      }
    }
  };
  // Not when the response begins: the rest of one that is cancelled by leaving the page is never received.
  page.on("requestfinished", (request) => {
    if (!new URL(request.url()).pathname.startsWith("/dme/")) return;
    const reading = request
      .response()
      .then((response) => response?.json())
      .then(add, () => undefined);
    unread.add(reading);
    void reading.then(() => unread.delete(reading));
  });
  return async () => {
    await Promise.all(unread);
    return data;
  };
}

/** A screen, and what to open on it. */
export interface Visit {
  readonly path: string;
  /** Ways to a dialog, a menu or a part of the screen: the names of what is clicked, in English, or selectors. Each begins with the screen as loaded. */
  readonly opens?: readonly (readonly string[])[];
}

/** Those of users who have not signed in. */
export const publicVisits: readonly Visit[] = [
  "/",
  "/login",
  "/offline",
  "/news",
  "/nowhere",
  "/confirm",
  "/confirm/no-such-key",
  "/callback",
].map((path) => ({ path }));

/** Texts that are not translated or cut off, on these screens and everything that is opened on them. */
export async function complaintsOnAll(page: Page, visits: readonly Visit[]): Promise<readonly string[]> {
  const reading: Reading = { reader: new PseudoReader(), dataOf: collectData(page) };
  const complaints: string[] = [];
  for (const visit of visits) complaints.push(...(await complaintsOn(page, visit, reading)));
  return complaints;
}

interface Reading {
  readonly reader: PseudoReader;
  readonly dataOf: () => Promise<ReadonlySet<string>>;
}

async function complaintsOn(page: Page, { path, opens = [] }: Visit, reading: Reading): Promise<readonly string[]> {
  const complaints: string[] = [];
  /** The clicks since the screen was loaded. It is loaded again unless the next way continues from there. */
  let taken: readonly string[] | undefined;
  for (const steps of [[], ...opens]) {
    const what = [path, ...steps].join(" > ");
    await page.setViewportSize(wide);
    const isContinued = taken?.every((step, at) => step === steps[at]) ?? false;
    const problem = (isContinued ? undefined : await load(page, path)) ?? (await click(page, steps.slice(isContinued ? taken?.length : 0)));
    taken = problem === undefined ? steps : undefined;
    complaints.push(...(problem === undefined ? await inspect(page, what, reading) : [`${what}: ${problem}`]));
  }
  return complaints;
}

async function load(page: Page, path: string): Promise<string | undefined> {
  await page.goto(path);
  const isShown = await page
    .getByText("⟦")
    .first()
    .waitFor({ timeout: 120_000 })
    .then(
      () => true,
      () => false,
    );
  if (!isShown) return "shows nothing in the pseudo-language";
  await settle(page);
  return undefined;
}

/** Everything has been loaded, unless a screen polls. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => undefined);
}

async function click(page: Page, steps: readonly string[]): Promise<string | undefined> {
  for (const step of steps) {
    const name = pseudoName(step);
    const found = /^[.[]/.test(step)
      ? page.locator(step)
      : (["button", "menuitem", "tab", "link", "radio", "option", "combobox", "switch"] as const)
          .map((role) => page.getByRole(role, { name }))
          .reduce((one, other) => one.or(other));
    const isClicked = await found
      .first()
      .click()
      .then(
        () => true,
        () => false,
      );
    if (!isClicked) return `nothing to click: ${step}`;
  }
  await settle(page);
  return undefined;
}

/** The letters of `apps/console/translation/pseudo.ts`. */
const plain = "aAbcCdDeEgGhHiIjkKlLnNoOrRsStTuUwWyYzZ";
const accented = "áÁƀçÇđĐéÉĝĜĥĤíÍĵķĶļĻñÑóÓŕŔšŠţŢúÚŵŴýÝžŽ";

/** The name of an element whose text is this message; `{0}` and `{1}` stand for any values. */
function pseudoName(message: string): RegExp {
  const letters = message
    .replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{\d\}/g, ".+");
  return new RegExp(`^⟦${letters}[~ ]*⟧`, "u");
}

async function inspect(page: Page, what: string, reading: Reading): Promise<readonly string[]> {
  const complaints: string[] = [];
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    const { untranslated, cutOff } = await settledReport(page, reading);
    complaints.push(...untranslated.map((text) => `${what}, ${viewport.width}: not translated: ${text}`));
    complaints.push(...cutOff.map((text) => `${what}, ${viewport.width}: cut off: ${text}`));
  }
  return complaints;
}

/** What is still wrong once the layout has followed the window's size, and every response has been read that the page already shows. */
async function settledReport(page: Page, { reader, dataOf }: Reading): Promise<PseudoReport> {
  let report: PseudoReport = { untranslated: [], cutOff: [] };
  const isClean = async (): Promise<boolean> => {
    report = await reader.report(page, await dataOf());
    return report.untranslated.length === 0 && report.cutOff.length === 0;
  };
  await vi.waitUntil(isClean, { timeout: 5_000, interval: 500 }).catch(() => undefined);
  return report;
}
