import { addDatasource } from "../support/add-datasource.ts";
import { eventually } from "../support/eventually.ts";
import { loans } from "../support/loans.ts";
import type { Scene, Shot } from "./shot.ts";

/** A picture for a signed-in user. */
export function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const names = { risk: "Default risk, 12 months", failed: "Country of residence", draft: "Churn within 90 days" } as const;
type Prepared = Readonly<Record<keyof typeof names, string>>;

const boundaries: Readonly<Record<string, readonly number[]>> = {
  age: [18, 25, 35, 50, 65],
  net_income: [1200, 1800, 2600, 4000],
  bureau_score: [450, 540, 600, 660, 720],
};

/** The same predictions for every picture: trained once, found again by their names. */
async function prepared({ admin, product }: Scene): Promise<Prepared> {
  const { items } = await admin.do("predictions.list", { query: { limit: "100" } });
  const idOf = (name: string) => items.find(({ _embedded }) => _embedded.name === name)?._embedded.webSafeString ?? "";
  const found = { risk: idOf(names.risk), failed: idOf(names.failed), draft: idOf(names.draft) };
  if (Object.values(found).every((id) => id !== "")) return found;
  const datasourceId = await addDatasource(product, admin, loans("loans_2024_2026_all", 18_422));
  const { columns } = (await admin.do("datasource.read", { at: { datasourceId } }))._embedded;
  const train = async (predictionId: string, label: string, settings: object) => {
    const labelField = columns.find(({ name }) => name === label)?.key ?? "";
    const left = [label, "customer_id", "country"];
    const mapping = {
      columns: columns.map((column) => ({
        ...column,
        isLabelColumn: column.key === labelField,
        boundaries: boundaries[column.name] ?? [],
      })),
      labelField,
      selectedRowKeys: columns.filter(({ name }) => !left.includes(name)).map(({ key }) => key),
    };
    await admin.do("prediction.train", { at: { predictionId }, body: { trainingDatasource: datasourceId, mapping, settings } });
    await eventually(
      "the training to end",
      async () => {
        const { status } = (await admin.do("prediction.read", { at: { predictionId } }))._embedded;
        return status === "training" ? undefined : true;
      },
      { seconds: 120 },
    );
  };
  const make = async (name: string) => (await admin.do("predictions.create", { body: { name } }))._embedded.webSafeString;
  const made = { risk: await make(names.risk), failed: await make(names.failed), draft: await make(names.draft) };
  await train(made.risk, "defaulted_12m", { trees: 60, learningRate: 0.2 });
  await train(made.risk, "defaulted_12m", { trees: 300 });
  await admin.do("prediction.deploy", { at: { predictionId: made.risk }, body: { model: 1 } });
  await train(made.failed, "country", {});
  return made;
}

/** The editor of one of them, at a tab. */
export async function atPrediction(scene: Scene, which: keyof Prepared, search: string): Promise<void> {
  const id = (await prepared(scene))[which];
  await scene.page.goto(`/admin/predictions/configs/${id}${search}`);
  await scene.page.getByRole("tab", { name: "Jobs" }).waitFor();
  await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

/** The last training when it had built a part of its trees. */
async function holdTraining({ context }: Scene): Promise<void> {
  await context.route("**/dme/manage/v1/predictions/*/training", async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    // The shape of the contract, which the api has validated before sending it.
    const body = answer as { readonly _embedded: { readonly job: Record<string, unknown>; readonly jobs: readonly unknown[] } };
    const { job, jobs } = body._embedded;
    const curve = job["curve"] as readonly unknown[];
    const shown = Math.round(curve.length * 0.62);
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const stages = [
      { stage: "read", started: ago(212), ended: ago(190) },
      { stage: "split", started: ago(190), ended: ago(186) },
      { stage: "build", started: ago(186), ended: null },
    ];
    const half = {
      ...job,
      number: 3,
      status: "training",
      created: ago(212),
      ended: null,
      lastStatusUpdate: ago(1),
      model: null,
      metric: null,
      curve: curve.slice(0, shown),
      iteration: shown,
      iterations: curve.length,
      stages,
    };
    await route.fulfill({ response, json: { ...body, _embedded: { job: { ...half, jobId: "under-way" }, jobs } } });
  });
  await context.route("**/dme/manage/v1/predictions/*", async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    // As above.
    const body = answer as { readonly _embedded: object };
    await route.fulfill({ response, json: { ...body, _embedded: { ...body._embedded, status: "training", statusMessage: "Training" } } });
  });
}

export const emptyPredictionShots: readonly Shot[] = [
  screen("predictions-empty", "Predictions, nothing yet", async ({ page }) => {
    await page.goto("/admin/predictions/configs");
    await page.getByText("No predictions yet", { exact: true }).waitFor();
  }),
];

export const predictionShots: readonly Shot[] = [
  screen("predictions-full", "Predictions with their status", async (scene) => {
    await prepared(scene);
    await scene.page.goto("/admin/predictions/configs");
    await scene.page.getByText(names.risk, { exact: true }).first().waitFor();
  }),
  screen("predictions-new", "A new prediction needs a name", async (scene) => {
    await prepared(scene);
    await scene.page.goto("/admin/predictions/configs");
    await scene.page.getByRole("button", { name: "Add", exact: true }).first().click();
    await scene.page.getByRole("dialog", { name: "New prediction" }).getByRole("button", { name: "Create" }).click();
  }),
  screen("prediction-overview", "A configuration with how it is trained", (scene) => atPrediction(scene, "risk", "")),
  screen("prediction-sources", "Its datasources", async (scene) => {
    await atPrediction(scene, "risk", "?tab=datasources");
    await scene.page.getByText("18,422 records", { exact: false }).waitFor();
  }),
  screen("prediction-mapping", "Columns, the label and boundaries, while a training runs", async (scene) => {
    await holdTraining(scene);
    await atPrediction(scene, "risk", "?tab=mapping");
    await scene.page
      .getByRole("img", { name: /Distribution of age/ })
      .first()
      .waitFor();
  }),
  screen("prediction-mapping-none", "No training datasource yet", (scene) => atPrediction(scene, "draft", "?tab=mapping")),
  screen("prediction-jobs", "A running job with its curve", async (scene) => {
    await holdTraining(scene);
    await atPrediction(scene, "risk", "?tab=jobs");
    await scene.page.getByRole("table", { name: "Jobs" }).waitFor();
  }),
  screen("prediction-jobs-none", "No job yet", (scene) => atPrediction(scene, "draft", "?tab=jobs")),
  screen("prediction-jobs-failed", "A failed job with its log", async (scene) => {
    await atPrediction(scene, "failed", "?tab=jobs");
    await scene.page.getByRole("button", { name: "Logs of job 1" }).click();
    await scene.page.getByRole("list", { name: "Log of job 1" }).waitFor();
  }),
  screen("prediction-report", "The report of a model", async (scene) => {
    await atPrediction(scene, "risk", "?tab=jobs&model=2");
    await scene.page.getByRole("slider", { name: "ROC curve" }).waitFor();
  }),
  screen("prediction-compare", "Two models side by side", async (scene) => {
    await atPrediction(scene, "risk", "?tab=jobs&model=2&against=1");
    await scene.page.getByRole("slider", { name: "ROC curve" }).waitFor();
    await scene.page.getByRole("slider", { name: "ROC curve" }).scrollIntoViewIfNeeded();
    await scene.page.getByRole("slider", { name: "ROC curve" }).focus();
  }),
  screen("prediction-explain", "What one record's score comes from", async (scene) => {
    await atPrediction(scene, "risk", "?tab=jobs&model=2");
    await scene.page.getByRole("button", { name: "Explain", exact: true }).click();
    await scene.page.getByRole("list", { name: "What the score comes from" }).scrollIntoViewIfNeeded();
  }),
  screen("prediction-error", "A report that cannot be read", async (scene) => {
    await scene.context.route("**/dme/manage/v1/predictions/*/models/2", (route) => route.abort());
    await atPrediction(scene, "risk", "?tab=jobs&model=2");
    await scene.page.getByText("Something went wrong.", { exact: true }).waitFor();
  }),
];
