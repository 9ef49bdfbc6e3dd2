import { dueMonitors, takeTask } from "../across-organisations.ts";
import { repeat } from "../repeat.ts";
import { judgeMonitors, type JudgeMonitorsParts } from "./judge-monitors.ts";

const restMillis = 5_000;
/** One worker does this at a time. */
const takenSeconds = 14;
/** Interval between evaluations of a monitor. */
const dueSeconds = 30;
/** Limit per organisation and round; the next round evaluates the others. */
const maxEach = 100;

/** Evaluates due monitors until the process stops. */
export function watchMonitors(parts: JudgeMonitorsParts): { readonly stop: () => Promise<void> } {
  return repeat({
    name: "judge monitors",
    restMillis,
    log: parts.log,
    work: async (signal) => {
      if (!(await takeTask(parts.postgres, "judge monitors", takenSeconds))) return;
      const due = await dueMonitors(parts.postgres, dueSeconds, maxEach);
      for (const [organisationId, own] of Map.groupBy(due, (one) => one.organisationId)) {
        if (signal.aborted) return;
        const ids = own.map(({ id }) => id);
        await judgeMonitors(parts, organisationId, ids, new Date());
      }
    },
  });
}
