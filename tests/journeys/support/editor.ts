import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "playwright-core";
import { projectRoot } from "../../../services/instance.ts";
import type { Caller } from "../../support/caller.ts";
import { withSubFlows } from "../../support/sub-flows.ts";
import { answerSignInForm } from "../../support/sign-in.ts";

interface Example {
  readonly definition: Readonly<Record<string, unknown>>;
  readonly cases: readonly { readonly input: Readonly<Record<string, string | number>> }[];
}

/** An example as a solution: with its cases, and the input of one of them as test data. */
export async function addExample(admin: Caller, name: string, file = "consumer-credit-scorecard", testCase = 0): Promise<string> {
  // The examples have their own tests; here they are not validated.
  const example = JSON.parse(await readFile(join(projectRoot, "examples", `${file}.json`), "utf8")) as Example;
  const testCases = example.cases.map((one, index) => ({ id: `case${index + 1}`, ...one }));
  const applicationTestData = Object.entries(example.cases[testCase]?.input ?? {}).map(([field, value]) => ({
    name: field,
    value: String(value),
  }));
  const definition = { ...(await withSubFlows(admin, example.definition)), testCases, applicationTestData };
  const body = { name, description: "", definition };
  return (await admin.do("solutions.create", { body }))._embedded.webSafeString;
}

/** Signs in on the way to the editor, like a user who follows a link to it. */
export async function openEditor(page: Page, solutionId: string, email: string): Promise<void> {
  await page.goto(`/solution/${solutionId}`);
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, email);
  await untilOpen(page);
}

export async function untilOpen(page: Page): Promise<void> {
  await page.getByRole("application", { name: "Diagram" }).waitFor();
}

export function node(page: Page, name: string): Locator {
  return page.locator("[data-node]", { hasText: name }).first();
}

/** Renames the node in its properties, as an example of a change. */
export async function renameNode(page: Page, from: string, to: string): Promise<void> {
  await node(page, from).click();
  const name = page.getByRole("complementary", { name: "Details" }).getByLabel("Name", { exact: true });
  await name.fill(to);
  await name.press("Tab");
}

export async function chooseFromMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

export function savedState(page: Page): Locator {
  return page.locator(".sd-saved");
}

export async function untilSaved(page: Page): Promise<void> {
  await page.locator(".sd-saved", { hasText: /^Saved$/ }).waitFor();
}

/** The content of a downloaded file. The browser is another process, so it is saved here first. */
export async function textOf(download: Download): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "download-"));
  try {
    const path = join(folder, "file");
    await download.saveAs(path);
    return await readFile(path, "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}
