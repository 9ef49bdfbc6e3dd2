import { Agent, request } from "node:http";
import { basePath, decidePath } from "@airlock/contract";
import type { Journal, Seen } from "./journal.ts";

export interface Load {
  /** Addresses of runtimes. One that refuses the connection is skipped, as by the edge; a call that was sent is never sent again. */
  readonly targets: readonly string[];
  readonly versionId: string;
  /** The key of a solution, to call it instead of the version. */
  readonly solutionKey?: string;
  readonly token: string;
  /** Decisions per second, requested whether or not earlier ones were answered. */
  readonly rate: number;
  readonly seconds: number;
  readonly journal: Journal;
  /** Retries, as an input of its own, if there is no response or a temporary refusal. */
  readonly retry?: boolean;
  /** After which a call without a response has ended. */
  readonly callMillis?: number;
  /** Prefix of every reference of this load. */
  readonly label: string;
  /** Called for each answered call: when it was sent and answered, by `performance.now`, and by which version. */
  readonly onAnswer?: (answer: { readonly sent: number; readonly answered: number; readonly versionId: string }) => void;
}

const retried = "-again";

/** Calls that failed twice. */
export function failedTwice(seen: readonly Seen[]): readonly Seen[] {
  return seen.filter((one) => one.reference.endsWith(retried) && one.kind !== "acknowledged");
}

const tickMillis = 10;
const usualCallMillis = 15_000;

/** Sends at a constant rate and records the results. Resolves when the last call has ended. */
export async function runLoad(load: Load): Promise<readonly Seen[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const seen: Seen[] = [];
  const open = new Set<Promise<void>>();
  const begun = performance.now();
  const total = Math.round(load.rate * load.seconds);
  let sent = 0;

  const askOne = async (index: number): Promise<void> => {
    const reference = `${load.label}-${index}`;
    load.journal.ask(reference);
    const outcome = await call(load, agent, reference, index);
    load.journal.saw(outcome);
    seen.push(outcome);
    if (load.retry !== true || outcome.kind === "acknowledged") return;
    const again = `${reference}${retried}`;
    load.journal.ask(again);
    const second = await call(load, agent, again, index + 1);
    load.journal.saw(second);
    seen.push(second);
  };

  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * load.rate));
      for (; sent < due; sent += 1) {
        const one = askOne(sent).finally(() => open.delete(one));
        open.add(one);
      }
      if (sent >= total) {
        clearInterval(timer);
        resolve();
      }
    }, tickMillis);
  });
  await Promise.all(open);
  await load.journal.sync();
  agent.destroy();
  return seen;
}

async function call(load: Load, agent: Agent, reference: string, index: number): Promise<Seen> {
  let reason = "no target";
  for (let attempt = 0; attempt < load.targets.length; attempt += 1) {
    const target = load.targets[(index + attempt) % load.targets.length];
    if (target === undefined) break;
    const outcome = await send(target, load, agent, reference);
    if (outcome !== "refusedConnection") return outcome;
    reason = "ECONNREFUSED";
  }
  return { reference, kind: "unknown", reason };
}

function send(target: string, load: Load, agent: Agent, reference: string): Promise<Seen | "refusedConnection"> {
  const begun = performance.now();
  const body = JSON.stringify({ age: 17, reference });
  return new Promise((resolve) => {
    const sending = request(
      `${target}${load.solutionKey === undefined ? `${basePath}/versions/${load.versionId}/execute` : `${decidePath}/${load.solutionKey}`}`,
      {
        agent,
        method: "POST",
        timeout: load.callMillis ?? usualCallMillis,
        headers: { authorization: `Bearer ${load.token}`, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", (error: NodeJS.ErrnoException) =>
          resolve({ reference, kind: "unknown", reason: error.code ?? error.message }),
        );
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const millis = performance.now() - begun;
          if (response.statusCode === 200 && response.complete) {
            const versionId = /"versionWss":"(\w+)"/.exec(text)?.[1] ?? "";
            load.onAnswer?.({ sent: begun, answered: begun + millis, versionId });
            resolve(acknowledged(reference, text, millis));
          } else resolve({ reference, kind: "refused", status: response.statusCode ?? 0, code: /"code":"(\w+)"/.exec(text)?.[1] ?? "" });
        });
      },
    );
    sending.on("timeout", () => sending.destroy(new Error("timeout")));
    sending.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve("refusedConnection");
      else resolve({ reference, kind: "unknown", reason: error.code ?? error.message });
    });
    sending.end(body);
  });
}

function acknowledged(reference: string, text: string, millis: number): Seen {
  const executionId = /"webSafeString":"(\w+)"/.exec(text)?.[1];
  if (executionId === undefined) return { reference, kind: "unknown", reason: "an answer without an id" };
  return { reference, kind: "acknowledged", executionId, millis };
}

/** Of the acknowledged ones, in milliseconds. */
export function latency(seen: readonly Seen[], part: number): number {
  return quantile(
    seen.flatMap((one) => (one.kind === "acknowledged" ? [one.millis] : [])),
    part,
  );
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
