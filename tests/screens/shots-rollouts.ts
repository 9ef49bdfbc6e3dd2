import type { RolloutFields } from "@airlock/contract";
import { serveDecision } from "../support/decision.ts";
import { lookOf, shadowResults, splitResults } from "./rollout-results.ts";
import type { Scene, Shot } from "./shot.ts";

type Kind = RolloutFields["kind"];

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

interface Started {
  readonly solutionId: string;
  readonly rolloutId: string;
}

/** One solution per kind, created once: a rollout of a live version. */
const started = new Map<Kind, Promise<Started>>();
const names: Readonly<Record<Kind, string>> = { split: "Buy now pay later limit", ramp: "Car loan", shadow: "Card fraud screen" };

function rolloutOf({ admin }: Scene, kind: Kind): Promise<Started> {
  const known = started.get(kind);
  if (known !== undefined) return known;
  const made = (async () => {
    const { solutionId, versionId } = await serveDecision(admin, names[kind]);
    const at = { solutionId };
    await admin.do("solution.releases.create", { at, body: { versionWss: versionId, reason: "First release." } });
    const version = await admin.do("solution.versions.create", { at, body: { versionName: "2.0" } });
    const versionWss = version._embedded.webSafeString;
    const reason = "New second-instalment score.";
    const guards = [
      { measure: "failedShare", limit: 3.5, minimum: 200 },
      { measure: "p99Millis", limit: 1_500, minimum: 200 },
      { measure: "outcomeMix", limit: 11, minimum: 200 },
      { measure: "volume", limit: 45, minimum: 200 },
      { measure: "drift", limit: 0.25, minimum: 200 },
    ] as const;
    const steps = [1, 10, 50, 100].map((share) => ({ share, minutes: share === 100 ? 1440 : 480 }));
    const body =
      kind === "shadow"
        ? { kind, versionWss, share: 100, reason }
        : kind === "split"
          ? { kind, versionWss, share: 20, field: "age", guards: [...guards], reason }
          : { kind, versionWss, steps, guards: [...guards], reason };
    const rollout = await admin.do("solution.rollouts.create", { at, body });
    return { solutionId, rolloutId: rollout._embedded.webSafeString };
  })();
  started.set(kind, made);
  return made;
}

/** Changes the api's response about a rollout to a later state, which no test can wait for. */
async function later({ context }: Scene, look: Partial<RolloutFields>): Promise<void> {
  const change = (resource: { readonly _embedded: object; readonly _links: object }) => ({
    _embedded: { ...resource._embedded, ...look },
    _links: look.status === undefined ? resource._links : { self: {}, ...pick(resource._links, ["results", "shadow"]) },
  });
  await context.route(/\/dme\/manage\/v1\/rollouts\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: change(await response.json()) });
  });
  await context.route(/\/dme\/manage\/v1\/solutions\/[^/]+\/rollouts/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    return route.fulfill({ response, json: { ...body, items: body.items.map(change) } });
  });
}

function pick(links: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(links).filter(([name]) => names.includes(name)));
}

async function open(scene: Scene, kind: Kind, look: Partial<RolloutFields>): Promise<void> {
  const { page, context, admin } = scene;
  const { solutionId, rolloutId } = await rolloutOf(scene, kind);
  await later(scene, look);
  const { _embedded: rollout } = await admin.do("rollout.read", { at: { rolloutId } });
  const { items } = await admin.do("executions.list", {});
  const ids = items.map(({ _embedded }) => _embedded.webSafeString);
  const results = { _embedded: splitResults(rollout), _links: {} };
  await context.route("**/rollouts/*/results", (route) => route.fulfill({ json: results }));
  await context.route("**/rollouts/*/shadow", (route) =>
    route.fulfill({ json: { _embedded: shadowResults(solutionId, ids), _links: {} } }),
  );
  await page.goto(`/admin/rollouts/${rolloutId}`);
  await page.getByRole("region", { name: "Verdict" }).waitFor();
  await page.getByText("Loading the results").waitFor({ state: "hidden" });
}

const known: Partial<RolloutFields> = {
  knownOutcome: {
    datasourceWss: "01J00000000000000000000000",
    executionColumn: "c0",
    outcomeColumn: "c1",
    value: "yes",
    name: "Default rate",
  },
};

async function atReleases(scene: Scene, kind: Kind, look: Partial<RolloutFields>): Promise<void> {
  const { solutionId } = await rolloutOf(scene, kind);
  await later(scene, look);
  await scene.page.goto(`/admin/solutions/${solutionId}/releases`);
  await scene.page.getByRole("region", { name: "History" }).waitFor();
}

async function startDialog(scene: Scene, kind: "Split" | "Ramp"): Promise<void> {
  // A shadow can run in addition to another rollout, so its solution offers both.
  await atReleases(scene, "shadow", {});
  await scene.page.getByRole("button", { name: "Start a rollout..." }).click();
  await scene.page.getByRole("radio", { name: new RegExp(`^${kind}`) }).check();
}

export const rolloutShots: readonly Shot[] = [
  screen("rollout-split", "A split with known outcomes", (scene) => open(scene, "split", { ...lookOf.split, ...known })),
  screen("rollout-ramp", "A ramp in its second step", (scene) => open(scene, "ramp", { ...lookOf.ramp, ...known })),
  screen("rollout-back", "A split that a guard rolled back", (scene) => open(scene, "split", { ...lookOf.rolledBack, ...known })),
  screen("rollout-known-outcome", "Naming the datasource with known outcomes", async (scene) => {
    await open(scene, "split", { ...lookOf.split });
    await scene.page.getByRole("button", { name: "Known outcome..." }).click();
    await scene.page.getByRole("checkbox", { name: /^A datasource has/ }).check();
  }),
  screen("rollout-shadow", "What a shadow would have changed", (scene) => open(scene, "shadow", {})),
  screen("rollout-error", "The results of a rollout cannot be read", async (scene) => {
    const { rolloutId } = await rolloutOf(scene, "split");
    await scene.context.route("**/rollouts/*/results", (route) =>
      route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" }),
    );
    await scene.page.goto(`/admin/rollouts/${rolloutId}`);
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
  screen("rollout-start-split", "Starting a split", (scene) => startDialog(scene, "Split")),
  screen("rollout-start-ramp", "Starting a ramp: steps for the volume of the solution", async (scene) => {
    await startDialog(scene, "Ramp");
    await scene.page.getByLabel("Share of step 1, %").scrollIntoViewIfNeeded();
  }),
  screen("releases-rollout", "Releases of a solution with a running ramp", (scene) => atReleases(scene, "ramp", lookOf.ramp)),
  screen("releases-rolled-back", "A rollback in the history of releases", (scene) => atReleases(scene, "split", lookOf.rolledBack)),
];
