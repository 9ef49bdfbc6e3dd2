import { createHash } from "node:crypto";
import { deadExecutionSubject, executionStream } from "@airlock/contract";
import { publishDurable, type DurableMessage, type StreamMessage } from "@airlock/platform";
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
      await publishDurable(options.nats, deadLetter(message, text, reason), asideMillis);
    },
  });
}

/** A worker that dies before it acknowledges the message writes its dead letters again: JetStream drops them by their id. */
export function deadLetter(
  { subject, sequence }: Pick<StreamMessage, "subject" | "sequence">,
  text: string,
  reason: string,
): DurableMessage {
  const partition = subject.split(".").at(-1) ?? "0";
  return {
    subject: `${deadExecutionSubject}.${partition}`,
    payload: text,
    // A message may have several, and sequences of a stream that was created again repeat.
    messageId: `${sequence}-${createHash("sha256").update(text).digest("hex")}`,
    headers: { "Airlock-Reason": reason, "Airlock-Sequence": String(sequence) },
  };
}
