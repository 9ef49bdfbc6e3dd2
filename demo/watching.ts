import type { DashboardItem } from "@airlock/contract";
import { eventually } from "../tests/support/eventually.ts";
import type { Learned } from "./learning.ts";
import type { Staff } from "./people.ts";
import type { DrawnSolutions } from "./solutions.ts";
import { dayMillis, demoDays } from "./traffic/past-executions.ts";

export interface Alarms {
  /** The monitors that fire. */
  readonly declined: string;
  readonly drift: string;
}

/** Monitors, of which two will fire. Windows are a day, because at night there are few decisions. */
export async function addMonitors({ as, userIds, groups }: Staff, learned: Learned, { loan, card }: DrawnSolutions): Promise<Alarms> {
  const add = async (solutionId: string, body: object) => {
    const made = await as.mara.do("solution.monitors.create", {
      at: { solutionId },
      body: { windowMinutes: 1440, minDecisions: 20, ...body },
    });
    return made._embedded.webSafeString;
  };
  const limit = (min: number | null, max: number | null) => ({ kind: "threshold", min, max });
  const notifyGroups = [groups.credit];
  await add(loan.solutionId, { measure: { kind: "failedShare" }, rule: limit(null, 0.02), notifyGroups });
  await add(loan.solutionId, { measure: { kind: "p99" }, rule: limit(null, 1_500) });
  const declined = await add(loan.solutionId, {
    measure: { kind: "outcomeShare", outcome: "Decline" },
    rule: limit(null, 0.25),
    notifyUsers: [userIds.lena],
  });
  const drift = await add(loan.solutionId, {
    measure: { kind: "drift", predictionWss: learned.risk },
    rule: limit(null, 0.2),
    notifyGroups,
  });
  await add(card.solutionId, { measure: { kind: "outcomeShare", outcome: "Block" }, rule: limit(null, 0.05) });
  await add(card.solutionId, { measure: { kind: "volume" }, rule: limit(1, null), notifyGroups: [groups.fraud] });
  const muted = await add(card.solutionId, { measure: { kind: "reasonShare", reasonCode: "F03" }, rule: limit(null, 0.2) });
  await as.mara.do("monitor.mute", { at: { monitorId: muted }, body: { until: new Date(Date.now() + 7 * dayMillis).toISOString() } });
  return { declined, drift };
}

/** Waits until both fire and the prediction is known to drift, which takes the worker about a minute: it counts the inputs of models by the hour. */
export async function acknowledgeDrift({ as }: Staff, { risk }: Learned, { declined, drift }: Alarms): Promise<void> {
  const limit = { seconds: 270, everyMillis: 500 };
  const firing = (monitorId: string) =>
    eventually(
      "a monitor to fire",
      async () => (await as.mara.do("monitor.read", { at: { monitorId } }))._embedded.firingWss ?? undefined,
      limit,
    );
  await firing(declined);
  await as.joost.do("firing.acknowledge", { at: { firingId: await firing(drift) } });
  const isDrifting = async () => (await as.mara.do("prediction.read", { at: { predictionId: risk } }))._embedded.drift.state === "drifting";
  await eventually("the prediction to drift", async () => ((await isDrifting()) ? true : undefined), limit);
}

/** The same dashboard for everyone: 30 days of calls, the week with the outage, and outcomes. */
export async function arrangeDashboards({ as }: Staff, { loan }: DrawnSolutions): Promise<void> {
  const now = Date.now();
  const month = {
    range: "CUSTOM",
    granularity: "day",
    start: new Date(now - demoDays * dayMillis).toISOString(),
    end: new Date(now).toISOString(),
  } as const;
  const week = { range: "WEEK", granularity: "quarter-day" } as const;
  const live = loan.versions.find(({ name }) => name === "2.0")?.versionId ?? "ALL";
  const dashboard = [
    item("usage", [0, 0, 6, 3], { title: "Decisions in 30 days", ...month }),
    item("failed", [6, 0, 4, 3], { type: "FailedExecutions", title: "Failed decisions", ...week }),
    item("mix", [0, 3, 5, 3], { type: "OutcomeMix", key: live, title: "Personal loan, 2.0", ...week }),
    item("latency", [5, 3, 5, 3], { type: "Latency", key: live, title: "Latency of Personal loan", ...week }),
    item("reasons", [0, 6, 5, 3], { type: "ReasonCodes", title: "Top reason codes", ...week }),
    item("versions", [5, 6, 5, 3], { type: "ByVersion", title: "By version", ...week }),
  ];
  for (const person of [as.mara, as.joost, as.amina, as.lena, as.rachid, as.sofia]) {
    await person.do("dashboard.update", { body: { dashboard } });
  }
}

function item(
  i: string,
  place: readonly [x: number, y: number, w: number, h: number],
  config: Partial<DashboardItem["config"]>,
): DashboardItem {
  const [x, y, w, h] = place;
  const usual = {
    type: "DeployedUsageStats",
    key: "ALL",
    range: "WEEK",
    granularity: "hour",
    start: "-",
    end: "-",
    title: "",
    location: "",
  } as const;
  return { i, x, y, w, h, config: { ...usual, ...config } };
}
