import { deadExecutionStream, executionStream } from "@airlock/contract";
import { streamBacklog, type Log, type Metrics, type Nats } from "@airlock/platform";
import { repeat } from "../repeat.ts";

const restMillis = 5_000;

/** Metrics of JetStream's backlog: how far ClickHouse is behind, and the number of dead letters. */
export function startBacklog({ nats, metrics, log }: { readonly nats: Nats; readonly metrics: Metrics; readonly log: Log }) {
  let waiting = { messages: 0, oldestSeconds: 0 };
  let dead = 0;
  metrics.gauge("airlock_backlog_groups", "Groups of executions that are not in ClickHouse yet.", () => waiting.messages);
  metrics.gauge("airlock_backlog_seconds", "Age of the oldest of them.", () => waiting.oldestSeconds);
  metrics.gauge("airlock_dead_groups", "Dead letters: messages that could not be read.", () => dead);
  return repeat({
    name: "backlog",
    restMillis,
    work: async () => {
      waiting = await streamBacklog(nats, executionStream);
      dead = (await streamBacklog(nats, deadExecutionStream)).messages;
    },
    log,
  });
}
