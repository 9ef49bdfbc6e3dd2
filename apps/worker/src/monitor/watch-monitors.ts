import { dueMonitors } from "../across-organisations.ts";
import { eachOrganisation } from "../each-organisation.ts";
import { repeatTask } from "../repeat-task.ts";
import { judgeMonitors, type JudgeMonitorsParts } from "./judge-monitors.ts";

const restMillis = 5_000;
const intervalSeconds = 14;
/** Interval between evaluations of a monitor. */
const dueSeconds = 30;
/** Limit per organisation and round; the next round evaluates the others. */
const maxEach = 100;

/** Evaluates due monitors until the process stops. */
export function watchMonitors(parts: JudgeMonitorsParts): { readonly stop: () => Promise<void> } {
  const failing = new Set<string>();
  return repeatTask({
    name: "judge monitors",
    intervalSeconds,
    restMillis,
    postgres: parts.postgres,
    log: parts.log,
    work: async (signal) => {
      const due = await dueMonitors(parts.postgres, dueSeconds, maxEach);
      await eachOrganisation({
        items: due,
        work: (organisationId, own) =>
          judgeMonitors(
            parts,
            organisationId,
            own.map(({ id }) => id),
            new Date(),
          ),
        failing,
        failure: "the monitors of an organisation could not be evaluated and will be tried again",
        log: parts.log,
        signal,
      });
    },
  });
}
