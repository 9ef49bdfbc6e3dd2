import { createDemo } from "./create-demo.ts";
import { emailOf } from "./people.ts";
import { callerFor } from "../tests/support/caller.ts";
import { idOf } from "../tests/support/id-of.ts";
import type { Product } from "../tests/support/product.ts";
import type { Visit } from "../tests/journeys/support/pseudo-language.ts";

/** The least with which the demo's monitors fire and its prediction drifts. */
const executions = 20_000;

export const personOfWorld = emailOf("mara");

/** Each part of the console is small enough for one journey. */
export type Part = "start" | "release" | "decide" | "insight" | "design" | "learn" | "manage";

/** Creates the demo organisation, and what it lacks: a rollout, a comparison and a secret. Returns the visits to its screens. */
export async function prepareWorld(product: Product): Promise<Record<Part, readonly Visit[]>> {
  const { complete } = await createDemo(product, { executions });
  await complete;
  const mara = await callerFor(product, personOfWorld);
  const solution = async (name: string) =>
    idOf(`solution "${name}"`, (await mara.do("solutions.list", { query: { search: name } })).items[0]);
  const [loan, card] = [await solution("Personal loan"), await solution("Card payments")];
  const account = await solution("Account opening");
  const { items: versions } = await mara.do("versions.listAll");
  const liveLoan = idOf(
    'live version of "Personal loan"',
    versions.find(({ _embedded }) => _embedded.solutionName === "Personal loan" && _embedded.deploymentStatus === "serving"),
  );
  const { items: predictions } = await mara.do("predictions.list", { query: { limit: "10" } });
  const prediction = idOf(
    'prediction "Default risk"',
    predictions.find(({ _embedded }) => _embedded.name.startsWith("Default risk")),
  );
  const { items: experiments } = await mara.do("experiments.list", { query: { limit: "10" } });
  const [experiment] = experiments;
  const experimentId = idOf("experiment", experiment);
  const result = experiment?._embedded.lastResult?.webSafeString;
  if (result === undefined) throw new Error("The experiment has no result.");
  const { items: requests } = await mara.do("solution.releaseRequests.list", { at: { solutionId: loan } });
  const openRequest = idOf("release request", requests.find(({ _embedded }) => _embedded.status === "open") ?? requests[0]);
  const { items: monitors } = await mara.do("monitors.list", { query: { limit: "50" } });
  const firing = monitors.find(({ _embedded }) => _embedded.firingWss !== null)?._embedded.firingWss ?? undefined;
  if (firing === undefined) throw new Error("No monitor fires.");
  const monitor = idOf("monitor", monitors[0]);
  const { items: lists } = await mara.do("lists.list");
  const list = idOf("list", lists[0]);
  const execution = idOf("execution", (await mara.do("executions.list", { query: { versions: liveLoan, limit: "1" } })).items[0]);
  const { items: secrets } = await mara.do("secrets.list");
  if (secrets.length === 0)
    await mara.do("secrets.create", { body: { name: "BureauKey", value: "not a real one", hosts: ["bureau.example"] } });
  const over = { executions: { start: new Date(Date.now() - 3 * 86_400_000).toISOString(), end: new Date().toISOString() } };
  const comparison = idOf(
    "comparison",
    await mara.do("comparisons.create", { body: { left: { versionWss: liveLoan }, right: { solutionWss: loan }, over } }),
  );
  const rollout = idOf("rollout", await rolloutOf(mara, account));

  return {
    start: [
      { path: "/admin", opens: [["Add"], ["Account menu {0}"], ["Search or jump to {0}"], ["Full screen"]] },
      { path: "/admin/profile" },
      {
        path: "/admin/solutions",
        opens: [
          ["Add"],
          ["Versions of {0}"],
          ["Versions of {0}", "More actions for {0}"],
          ["Versions of {0}", "Stop..."],
          ["Create version of {0}"],
        ],
      },
      { path: "/admin/solutions?q=nothing-like-this" },
    ],
    release: [
      { path: `/admin/solutions/${loan}/releases`, opens: [["Policy"], ["Change key"]] },
      { path: `/admin/solutions/${card}/releases`, opens: [["Release..."], ["Start a rollout..."], ["Start a rollout...", "Ramp"]] },
      { path: `/admin/release-requests/${openRequest}`, opens: [["Bypass..."]] },
      { path: "/admin/monitors", opens: [["Add"]] },
      { path: `/admin/monitors?monitor=${monitor}` },
      { path: `/admin/monitors/firings/${firing}` },
      { path: `/admin/rollouts/${rollout}`, opens: [["Known outcome..."], ["End ramp..."], ["Promote challenger..."]] },
    ],
    decide: [
      { path: `/admin/versions/${liveLoan}`, opens: [["Try it"]] },
      { path: "/admin/executions", opens: [["Export"], ["Erase"]] },
      { path: "/admin/executions?q=nothing-like-this" },
      { path: `/execution/${execution}` },
      { path: "/admin/lists", opens: [["Add"]] },
      { path: `/admin/lists?list=${list}`, opens: [["Import CSV"], ["API"], ["More"], ["More", "Rename..."], ["All {0}"]] },
      { path: "/admin/requests", opens: [[".request-time"]] },
    ],
    insight: [
      { path: `/compare?solution=${loan}` },
      { path: `/compare/${comparison}` },
      { path: `/experiments/result/${result}`, opens: [["{0} options"], ["Export"]] },
      { path: `/experiments/result/${result}/thresholds` },
      { path: `/experiments/result/${result}/heat` },
      { path: `/version/${liveLoan}`, opens: [["[data-node='bureau']"], ["Show as list"]] },
    ],
    design: [
      {
        path: `/solution/${loan}`,
        opens: [
          ["[data-node='bureau']"],
          ["Execute"],
          ["All keys"],
          ["More"],
          ["More", "History"],
          ["More", "Reason codes"],
          ["More", "Create version"],
          ["Application data fields"],
          ["Runtime data fields"],
          ["Test cases"],
          ["More", "Compare"],
          ["Show as list"],
        ],
      },
      { path: `/solution/${account}` },
    ],
    learn: [
      { path: "/admin/datasources", opens: [["Add"], ["Columns of {0}"], ["Delete {0}"]] },
      { path: "/admin/experiments/configs", opens: [["Add"], ["Delete {0}"]] },
      { path: `/admin/experiments/configs/${experimentId}` },
      { path: `/admin/experiments/configs/${experimentId}?tab=execution` },
      { path: "/admin/predictions/configs", opens: [["Add"], ["Delete {0}"]] },
      ...["", "?tab=datasources", "?tab=mapping", "?tab=jobs", "?model=1", "?drift=30"].map((search) => ({
        path: `/admin/predictions/configs/${prediction}${search}`,
      })),
      { path: `/prediction/${prediction}` },
    ],
    manage: [
      {
        path: "/admin/users",
        opens: [["Add"], ["Edit roles of {0}"], ["Keys of {0}"]],
      },
      { path: "/admin/users?q=nothing-like-this" },
      { path: "/admin/roles", opens: [["Add"], ["{0} of {1}"]] },
      { path: "/admin/groups", opens: [["Add"], ["{0} of {1}"], ["Roles of {0}"]] },
      { path: "/admin/secrets", opens: [["Add"], ["Delete {0}"]] },
      { path: "/admin/audit" },
      { path: "/admin/audit?noun=secret", opens: [["What changed in {0}"]] },
      { path: "/admin/nowhere" },
    ],
  };
}

/** As the first administrator of the installation. */
export const installationVisits: readonly Visit[] = [
  { path: "/admin/organisations", opens: [["Add"], ["Execution retention of {0}"]] },
  { path: "/invitations" },
];

async function rolloutOf(mara: Awaited<ReturnType<typeof callerFor>>, solutionId: string) {
  const known = (await mara.do("solution.rollouts.list", { at: { solutionId } })).items[0];
  if (known !== undefined) return known;
  const version = await mara.do("solution.versions.create", { at: { solutionId }, body: { versionName: "Next" } });
  const steps = [1, 10, 50, 100].map((share) => ({ share, minutes: share === 100 ? 1440 : 480 }));
  const guards = [
    { measure: "failedShare", limit: 3.5, minimum: 200 },
    { measure: "p99Millis", limit: 1_500, minimum: 200 },
    { measure: "outcomeMix", limit: 11, minimum: 200 },
  ] as const;
  const body = {
    kind: "ramp",
    versionWss: version._embedded.webSafeString,
    steps,
    guards: [...guards],
    reason: "A stricter list of countries.",
  };
  return mara.do("solution.rollouts.create", { at: { solutionId }, body });
}
