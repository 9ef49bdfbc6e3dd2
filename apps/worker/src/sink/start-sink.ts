import { deadExecutionSubject, executionStream } from "@airlock/contract";
import { publishDurable } from "@airlock/platform";
import { executionColumns, readExecutions, shadowColumns } from "./batch.ts";
import { startStreamSink, type RunningSink, type SinkServers } from "./start-stream-sink.ts";

export interface StartSinkOptions extends SinkServers {
  /** Called for every key whose executions are stored. */
  readonly used: (keyId: string, atMillis: number) => void;
}

const asideMillis = 5_000;

/** Moves executions and shadow results from JetStream into ClickHouse. */
export function startSink(options: StartSinkOptions): RunningSink {
  return startStreamSink({
    ...options,
    noun: { one: "execution", many: "executions" },
    stream: executionStream,
    table: "executions",
    columns: executionColumns,
    shadows: { table: "shadow_results", columns: shadowColumns },
    metricPrefix: "airlock_sink",
    read: readExecutions,
    writeDeadLetter: async (message, text, reason) => {
      const partition = message.subject.split(".").at(-1) ?? "0";
      await publishDurable(
        options.nats,
        {
          subject: `${deadExecutionSubject}.${partition}`,
          payload: text,
          headers: { "Airlock-Reason": reason, "Airlock-Sequence": String(message.sequence) },
        },
        asideMillis,
      );
    },
  });
}
