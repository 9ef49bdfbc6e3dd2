import { refusedRequestStream } from "@airlock/contract";
import { startStreamSink, type RunningSink, type SinkServers } from "../sink/start-stream-sink.ts";
import { readRefusals, refusalColumns } from "./refusal-rows.ts";

/** Batches of up to a second: they are few and, unlike executions, not urgent. */
const limits = { rows: 5_000, bytes: 4 * 1024 * 1024, millis: 1_000 };

/** Moves refused requests from JetStream into ClickHouse. */
export function startRefusedSink(options: SinkServers): RunningSink {
  return startStreamSink({
    ...options,
    noun: { one: "refused request", many: "refused requests" },
    stream: refusedRequestStream,
    table: "refused_requests",
    columns: refusalColumns,
    metricPrefix: "airlock_refused_sink",
    read: readRefusals,
    limits,
    // Best effort: unreadable ones are only in the log of the sink.
    writeDeadLetter: () => Promise.resolve(),
  });
}
