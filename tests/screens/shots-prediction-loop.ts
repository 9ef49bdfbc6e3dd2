import { addDatasource } from "../support/add-datasource.ts";
import { eventually } from "../support/eventually.ts";
import { purchases } from "../support/purchases.ts";
import { createRandom } from "../support/random.ts";
import type { Scene, Shot } from "./shot.ts";
import { atPrediction, screen } from "./shots-predictions.ts";

const name = "Purchase within 30 days";

/** The same analytics prediction for every picture: run once, found again by its name. */
async function scheduled({ admin, product }: Scene): Promise<string> {
  const { items } = await admin.do("predictions.list", { query: { limit: "100" } });
  const known = items.find(({ _embedded }) => _embedded.name === name)?._embedded.webSafeString;
  if (known !== undefined) return known;
  const eventsDatasource = await addDatasource(product, admin, purchases("shop_events", 900, new Date()));
  const made = await admin.do("predictions.create", { body: { name, type: "analyticsPrediction" } });
  const predictionId = made._embedded.webSafeString;
  const analytics = { personColumn: "c0", timeColumn: "c1", eventColumn: "c2", amountColumn: "c3", target: "purchase" };
  await admin.do("prediction.update", { at: { predictionId }, body: { eventsDatasource, analytics, settings: { trees: 60 } } });
  await admin.do("prediction.startScheduler", { at: { predictionId }, body: {} });
  await eventually(
    "the first run to end",
    async () => {
      const [run] = (await admin.do("prediction.runs", { at: { predictionId } })).items;
      return run?._embedded.ended === null || run === undefined ? undefined : true;
    },
    { seconds: 120 },
  );
  return predictionId;
}

async function atScheduled(scene: Scene, search: string): Promise<void> {
  const id = await scheduled(scene);
  await scene.page.goto(`/admin/predictions/configs/${id}${search}`);
  await scene.page.getByRole("tab", { name: "Jobs" }).waitFor();
  await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

/** The runs after a night without a worker. */
async function missSome({ context }: Scene): Promise<void> {
  await context.route("**/dme/manage/v1/predictions/*/runs?*", async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    // The shape of the contract, which the api has validated before sending it.
    const body = answer as { readonly items: readonly { readonly _embedded: Record<string, unknown> }[] };
    const [done] = body.items;
    if (done === undefined) return route.fulfill({ response });
    const hour = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const run = (number: number, hours: number, changes: object) => ({
      ...done,
      _embedded: { ...done._embedded, number, planned: hour(hours), started: hour(hours), ended: hour(hours), ...changes },
    });
    const none = { started: null, ended: null, persons: null, model: null, trained: false };
    const items = [
      run(5, 1, {}),
      run(4, 2, { status: "failed", trained: false, persons: null, message: "The events datasource could not be read." }),
      run(3, 3, { ...none, status: "missed", message: "No worker was there at the time." }),
      run(2, 4, { trained: false, message: "" }),
      run(1, 5, {}),
    ];
    return route.fulfill({ response, json: { ...body, items } });
  });
}

const parts = {
  bureau_score: ["below 480", "480 to 520", "520 to 560", "560 to 600", "600 to 640", "640 and above", "missing"],
  employment: ["permanent", "contract", "self-employed", "retired", "none", "others", "missing"],
} as const;

/** Thirty days of decisions, of which the last seven had another population. */
async function driftFor({ context, admin }: Scene): Promise<void> {
  const [datasource] = (await admin.do("datasources.list", { query: { limit: "1" } })).items;
  const outcomes = {
    datasourceId: datasource?._embedded.webSafeString ?? "",
    keyColumn: "c0",
    labelColumn: "c1",
    applicationField: "customer_id",
  };
  await context.route("**/dme/manage/v1/predictions/*/drift?*", async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    // As above.
    const body = answer as { readonly _embedded: { readonly start: string; readonly threshold: number } };
    await route.fulfill({ response, json: { ...body, _embedded: { ...body._embedded, ...thirtyDays(body._embedded), outcomes } } });
  });
}

function thirtyDays({ start }: { readonly start: string }): object {
  const random = createRandom(7);
  const columns = ["age", "net_income", "monthly_debts", "bureau_score", "months_in_job", "employment", "loan_purpose", "region"];
  const dayAt = (at: number) => new Date(Date.parse(start) + at * 86_400_000).toISOString().slice(0, 10);
  const moved: Readonly<Record<string, number>> = { bureau_score: 0.42, employment: 0.27, score: 0.24, net_income: 0.12 };
  const figures = (of: string, column: string, at: number) => {
    const late = Math.max(0, at - 22) / 7;
    return {
      of,
      column,
      psi: Number((0.01 + random.next() * 0.025 + (moved[column] ?? 0.02) * late).toFixed(4)),
      missingRate: of === "score" ? null : column === "bureau_score" ? 0.02 + 0.2 * late : 0.01,
      trainingMissingRate: of === "score" ? null : 0.02,
      unseenShare: of === "score" ? null : column === "employment" ? 0.16 * late : 0,
      count: 600 + Math.floor(random.next() * 400),
      enough: true,
    };
  };
  const all = [...columns.map((column) => ["column", column] as const), ["score", "score"] as const];
  const days = Array.from({ length: 30 }, (_, at) => at)
    .filter((at) => at !== 9 && at !== 10)
    .flatMap((at) => all.map(([of, column]) => ({ day: dayAt(at), ...figures(of, column, at) })));
  const bins = (column: string) => {
    const labels: readonly string[] = parts[column === "employment" ? "employment" : "bureau_score"];
    const weights = labels.map((label, at) => ({ label, training: 6 - Math.abs(at - 2.5), live: 1 + Math.max(0, 5 - at * 0.8) }));
    const sum = (of: "training" | "live") => weights.reduce((total, one) => total + one[of], 0);
    return weights.map(({ label, training, live }) => ({ label, training: training / sum("training"), live: live / sum("live") }));
  };
  const alert = (column: string, at: number, psi: number) => ({
    of: column === "score" ? "score" : "column",
    column,
    day: dayAt(at),
    at: new Date(Date.parse(start) + (at + 1) * 86_400_000).toISOString(),
    model: 1,
    psi,
    count: 802,
    notified: true,
  });
  return {
    drift: { state: "drifting", since: `${dayAt(26)}T00:00:00Z`, columns: ["bureau_score", "employment"], score: true },
    counted: new Date().toISOString(),
    days,
    columns: all.map(([of, column]) => ({
      ...figures(of, column, 29),
      kind: column === "employment" ? "category" : "number",
      bins: bins(column),
    })),
    alerts: [alert("bureau_score", 29, 0.44), alert("employment", 29, 0.29), alert("score", 28, 0.22), alert("bureau_score", 27, 0.31)],
    quality: {
      metric: "AUC",
      higherIsBetter: true,
      days: Array.from({ length: 20 }, (_, at) => ({
        day: dayAt(at),
        count: 300,
        metric: Number((0.84 - (at > 12 ? 0.01 * (at - 12) : 0) - random.next() * 0.012).toFixed(3)),
        reportMetric: 0.842,
      })),
    },
  };
}

/** Every prediction of the list that has a deployed model drifts. */
async function driftInList({ context }: Scene): Promise<void> {
  await context.route("**/dme/manage/v1/predictions?*", async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    // As above.
    const body = answer as { readonly items: readonly { readonly _embedded: { readonly deployedModel: number | null } }[] };
    const drift = { state: "drifting", since: new Date().toISOString(), columns: ["bureau_score", "employment"], score: true };
    const items = body.items.map((item) =>
      item._embedded.deployedModel === null ? item : { ...item, _embedded: { ...item._embedded, drift } },
    );
    await route.fulfill({ response, json: { ...body, items } });
  });
}

export const predictionLoopShots: readonly Shot[] = [
  screen("prediction-events", "What the events of an analytics prediction say", async (scene) => {
    await atScheduled(scene, "?tab=datasources");
    await scene.page.getByRole("combobox", { name: "Person column" }).getByText("customer", { exact: true }).waitFor();
  }),
  screen("prediction-scheduler", "An analytics prediction with its scheduler", (scene) => atScheduled(scene, "")),
  screen("prediction-start", "A scheduler whose first run is delayed", async (scene) => {
    const id = await scheduled(scene);
    await scene.admin.do("prediction.stopScheduler", { at: { predictionId: id } }).catch(() => undefined);
    await atScheduled(scene, "?tab=jobs");
    await scene.page.getByRole("button", { name: "Start scheduler", exact: true }).click();
    await scene.page.getByRole("radio", { name: "Delayed" }).click();
  }),
  screen("prediction-runs", "Runs of a scheduler, one of them missed", async (scene) => {
    await missSome(scene);
    await atScheduled(scene, "?tab=jobs");
    await scene.page.getByRole("table", { name: "Runs" }).getByText("Missed", { exact: true }).waitFor();
  }),
  screen("prediction-drift", "Live decisions beside the training", async (scene) => {
    await driftFor(scene);
    await atPrediction(scene, "risk", "?tab=jobs&drift=30");
    await scene.page.getByRole("table", { name: "Drift by column" }).waitFor();
  }),
  screen("prediction-drift-quality", "Quality by outcomes, the threshold and alerts", async (scene) => {
    await driftFor(scene);
    await atPrediction(scene, "risk", "?tab=jobs&drift=30");
    await scene.page.getByRole("slider", { name: "Live quality" }).scrollIntoViewIfNeeded();
    await scene.page.getByRole("slider", { name: "Live quality" }).focus();
  }),
  screen("prediction-drift-none", "No decision has used the model yet", async (scene) => {
    await atPrediction(scene, "risk", "?tab=jobs&drift=7");
    await scene.page.getByText("No decision has used this model in this period.", { exact: true }).waitFor();
    await scene.page.getByRole("button", { name: "Choose outcomes" }).click();
  }),
  screen("prediction-drift-error", "Drift that cannot be counted now", async (scene) => {
    await scene.context.route("**/dme/manage/v1/predictions/*/drift?*", (route) => route.abort());
    await atPrediction(scene, "risk", "?tab=jobs&drift=30");
    await scene.page.getByText("Something went wrong.", { exact: true }).waitFor();
  }),
  screen("predictions-drifting", "The list shows that a prediction drifts", async (scene) => {
    await driftInList(scene);
    await scene.page.goto("/admin/predictions/configs");
    await scene.page.getByText("Drifting", { exact: true }).first().waitFor();
  }),
];
