import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { executionFields } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { untilKnown } from "../../support/decision.ts";
import type { Product } from "../../support/product.ts";
import { button, message, openScreen } from "./hand.ts";
import type { Actions } from "./tutorial.ts";

const run = promisify(execFile);

export function engineer(page: Page, product: Product): Actions {
  let key = "";
  let decided = "";
  /** Runs a program of the tutorial as it is printed, and parses the decision that it prints. */
  const runs = async (file: string, ...args: readonly string[]) => {
    const env = { ...process.env, AIRLOCK_URL: product.url, AIRLOCK_KEY: key };
    const printed: unknown = JSON.parse((await run(file, [...args], { env })).stdout);
    const fields = typeof printed === "object" && printed !== null && "_embedded" in printed ? printed._embedded : printed;
    const decision = executionFields.parse(fields);
    expect(decision.status).toBe("completed");
    decided = decision.webSafeString;
    return decision;
  };
  const runsFile = async (program: string, name: string, code: string) => {
    const folder = await mkdtemp(join(tmpdir(), "tutorial-"));
    try {
      await writeFile(join(folder, name), code);
      return await runs(program, join(folder, name));
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  return {
    account: async (step) => {
      await openScreen(page, step.label());
      await button(page.getByRole("main"), step.label()).click();
      const dialog = page.getByRole("dialog", { name: "Add a user" });
      await dialog.getByText(step.label()).click();
      const name = step.value();
      await dialog.getByRole("textbox", { name: step.label() }).fill(name);
      await dialog.getByRole("textbox", { name: step.label() }).fill(step.value());
      await button(dialog, step.label()).click();
      await message(page, `${name} added`).waitFor();
    },
    role: async (step) => {
      await button(page, step.label()).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("checkbox").first().waitFor();
      const role = step.label();
      const filter = dialog.getByLabel("Filter roles");
      if ((await filter.count()) > 0) await filter.fill(role);
      await dialog.getByRole("checkbox", { name: role, exact: true }).click();
      await button(dialog, step.label()).click();
      await message(page, "1 role added").waitFor();
    },
    key: async (step) => {
      await button(page, step.label()).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(step.label()).fill(step.value());
      await button(dialog, step.label()).click();
      await button(dialog, step.label()).click();
      await message(page, "Key copied to clipboard.").waitFor();
      key = await page.evaluate(() => navigator.clipboard.readText());
      await button(dialog, step.label()).click();
      await untilKnown(product, key);
    },
    curl: async (step) => {
      const { runtimeData } = await runs("sh", "-c", step.block());
      step.value();
      expect(runtimeData[step.value()]).toBe(step.value());
    },
    typescript: async (step) => {
      const { runtimeData } = await runsFile(process.execPath, "decide.ts", step.block());
      expect([String(runtimeData["total"]), runtimeData["result"]]).toEqual([step.value(), step.value()]);
    },
    python: async (step) => {
      const { runtimeData } = await runsFile("python3", "decide.py", step.block());
      expect([String(runtimeData["total"]), runtimeData["result"]]).toEqual([step.value(), step.value()]);
    },
    trace: async (step) => {
      await openScreen(page, step.label());
      await page.keyboard.press(step.label().replace("Ctrl ", "Control+").toLowerCase().replace("control", "Control"));
      // The name of the field in the response.
      step.value();
      await page
        .getByRole("combobox", { name: /Search/ })
        .first()
        .fill(decided);
      await page
        .getByRole("option", { name: /First scorecard, v1/ })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      const trace = page.getByRole("complementary", { name: "One execution" });
      for (let nodes = 0; nodes < 3; nodes += 1) await trace.getByText(step.label(), { exact: true }).first().waitFor();
    },
  };
}
