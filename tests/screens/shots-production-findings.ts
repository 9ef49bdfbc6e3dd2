import { createClickHouse } from "@airlock/platform/clickhouse";
import { parseDefinition } from "@airlock/flow";
import { untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import { serveDecision } from "../support/decision.ts";
import { readExamples } from "../support/examples.ts";
import type { Product } from "../support/product.ts";
import { seedExecutions } from "../support/seed-executions.ts";
import type { Shot } from "./shot.ts";

let made: Promise<string> | undefined;
/** The consumer-credit example with executions of 90 days, whose loan purposes are not all in its list. */
function solution(product: Product, admin: Caller): Promise<string> {
  made ??= (async () => {
    const example = (await readExamples()).find(({ definition }) => JSON.stringify(definition).includes('"bureau"'));
    const parsed = parseDefinition(example?.definition);
    if (!parsed.ok) throw new Error("The consumer-credit example cannot be read.");
    const { definition } = parsed;
    const { solutionId, versionId } = await serveDecision(admin, `Findings of executions ${Date.now().toString(36)}`, definition);
    const { organisationWss: organisationId } = (await admin.do("profile.read"))._embedded;
    const clickhouse = createClickHouse({ ...product.clickhouse, name: "seed" });
    try {
      await seedExecutions({ clickhouse, organisationId, solutionId, versionIds: [versionId], definition, count: 12_000, days: 90 });
    } finally {
      await clickhouse.close();
    }
    return solutionId;
  })();
  return made;
}

export const productionFindingShots: readonly Shot[] = [
  {
    name: "production-findings",
    shows: "Values that came in and are in no list, and values without a match",
    signedIn: true,
    arrange: async ({ page, product, admin }) => {
      await page.goto(`/solution/${await solution(product, admin)}`);
      await untilOpen(page);
      await page.getByRole("tab", { name: /Solution messages/ }).click();
      await page
        .getByText(/came in .* times in the last 7 days/)
        .first()
        .waitFor({ timeout: 30_000 });
      await page
        .getByText(/has not matched for 90 days/)
        .first()
        .waitFor();
    },
  },
];
