import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { Product } from "../tests/support/product.ts";
import { signInAt } from "../tests/support/sign-in.ts";
import { adminEmail, journey } from "../tests/journeys/support/journey.ts";
import { ownStand } from "../tests/journeys/support/own-stand.ts";
import { complaintsOnAll, publicVisits, switchToPseudo, type Visit } from "../tests/journeys/support/pseudo-language.ts";
import { installationVisits, personOfWorld, prepareWorld, type Part } from "./screen-visits.ts";

/** The paths that the router of the page knows. */
async function routesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { routesByPath }: { readonly routesByPath: object } = Reflect.get(globalThis, "__TSR_ROUTER__");
    return Object.keys(routesByPath);
  });
}

/** Compared without the ids in them. */
function unvisited(routes: readonly string[], visits: readonly Visit[]): readonly string[] {
  const visited = visits.map(({ path }) => path.replace(/\?.*/, ""));
  return routes.filter((route) => {
    const pattern = new RegExp(`^${route.replace(/(?<=.)\/$/, "").replaceAll(/\$\w+/g, "[^/]+")}$`);
    return !visited.some((path) => pattern.test(path));
  });
}

let world: ReturnType<typeof prepareWorld> | undefined;
const worldOf = (product: Product) => (world ??= prepareWorld(product));

// Takes as long as a journey, and longer beside other work: its steps wait up to three minutes each.
beforeAll(async () => {
  await worldOf(ownStand().product);
}, 900_000);

const titles = {
  start: "dashboard, profile and solutions",
  release: "releases, requests for them, monitors and rollouts",
  decide: "executions, lists and refused requests",
  insight: "comparisons, results and heat maps",
  design: "the editor of solutions",
  learn: "datasources, experiments and predictions",
  manage: "users, roles, groups, secrets and the audit",
} as const;
const parts = ["start", "release", "decide", "insight", "design", "learn", "manage"] as const satisfies readonly Part[];

for (const part of parts) {
  journey(`${titles[part]} in the pseudo-language have no other text, and none is cut off`, async (stage) => {
    const visits = (await worldOf(stage.product))[part];
    const { page } = await stage.open();
    await signInAt(page, "/admin/profile", personOfWorld);
    await switchToPseudo(stage);
    expect(await complaintsOnAll(page, visits)).toEqual([]);
  });
}

journey("organisations in the pseudo-language have no other text, and every route of the console is visited", async (stage) => {
  const { page } = await stage.open();
  await signInAt(page, "/admin/profile", adminEmail);
  await switchToPseudo(stage);
  expect(await complaintsOnAll(page, installationVisits)).toEqual([]);
  const visits = Object.values(await worldOf(stage.product)).flat();
  expect(unvisited(await routesOf(page), [...publicVisits, ...visits, ...installationVisits])).toEqual([]);
});
