import { dueMonitors, takeTask } from "../across-organisations.ts";
import { repeat } from "../repeat.ts";
import { judgeMonitors, type JudgeMonitorsParts } from "./judge-monitors.ts";

const restMillis = 5_000;
/** One worker does it at a time. */
const takenSeconds = 14;
/** A monitor is judged again after this. */
const dueSeconds = 30;
/** Of one organisation in one round: the others are judged in the next. */
const maxEach = 100;

/** Judges monitors that are due, for as long as the process lives. */
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
