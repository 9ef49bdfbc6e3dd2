import type { IncomingMessage } from "node:http";
import { executionIdOf, problemBody, type Problem } from "@airlock/contract";
import type { Caller } from "../key/keys.ts";
import { answerText } from "./answer.ts";
import { Call } from "./call.ts";
import type { Decided, Decision } from "./decide.ts";
import type { Claimed } from "./kept-answers.ts";
import { readBody } from "./read-body.ts";

/** Inputs that one call may bring. */
export const mostInputs = 1_000;
/** A flow that calls elsewhere does so for a few inputs of a batch at a time. */
const atOnce = 8;
/** What a batch may be larger than a single input. */
const batchBodies = 16;

export interface CarefulOptions {
  /** True for NDJSON: an input a line, an answer a line. */
  readonly isBatch: boolean;
  readonly idempotencyKey: string | undefined;
}

/** A call with many inputs, or one that may be repeated without being decided twice. */
export class CarefulCall extends Call {
  take(caller: Caller, request: IncomingMessage, options: CarefulOptions): void {
    const { maxBodyBytes } = this.route;
    readBody(request, options.isBatch ? maxBodyBytes * batchBodies : maxBodyBytes, (read) => {
      if (this.isOver) return;
      if (read === "tooLarge") return this.refuse({ code: "BODY_TOO_LARGE" }, { connection: "close" });
      this.#take(caller, read.text, options).catch((error: unknown) => this.fail(error));
    });
  }

  async #take(caller: Caller, text: string, { isBatch, idempotencyKey }: CarefulOptions): Promise<void> {
    if (!this.route.lease.fresh()) await this.route.lease.settle();
    const inputs = isBatch ? text.split("\n").filter((line) => line.trim() !== "") : [text];
    if (inputs.length === 0) return this.refuse({ code: "BODY_NOT_JSON" });
    if (inputs.length > mostInputs) return this.refuse({ code: "BATCH_TOO_LARGE", details: { most: mostInputs.toLocaleString("en") } });
    if (idempotencyKey === undefined) return this.#decide(caller, inputs, isBatch, undefined);

    const question = `${this.versionId}\n${isBatch ? "batch" : "one"}\n${text}`;
    const claim = await this.route.keptAnswers.claim(caller.organisationId, idempotencyKey, question).catch(() => undefined);
    if (claim === undefined) return this.refuse({ code: "IDEMPOTENCY_UNAVAILABLE" }, { "retry-after": "1" });
    if (claim.kind === "otherQuestion") return this.refuse({ code: "IDEMPOTENCY_KEY_REUSED" });
    if (claim.kind === "underWay") return this.refuse({ code: "IDEMPOTENCY_IN_PROGRESS" }, { "retry-after": "1" });
    if (claim.kind === "first") return this.#decide(caller, inputs, isBatch, claim.claimed);
    if (!(await this.#log(claim.lines, true))) return this.notLogged("");
    if (claim.lines.length > 0) claim.logged();
    this.answer(isBatch ? ndjson : hal, claim.answer, ["idempotency-replayed", "true"]);
  }

  async #decide(caller: Caller, inputs: readonly string[], isBatch: boolean, claimed: Claimed | undefined): Promise<void> {
    let decided: readonly Decided[];
    try {
      decided = await this.#each(inputs, (input) => this.route.decide(caller, this.versionId, input, () => this.signal()));
    } catch (error) {
      claimed?.release();
      throw error;
    }
    const [first] = decided;
    // What is wrong with the call as a whole is wrong with each of its inputs.
    const whole = first !== undefined && "problem" in first && (!isBatch || isOfTheCall(first.problem)) ? first.problem : undefined;
    if (whole !== undefined) {
      claimed?.release();
      return this.refuse(whole);
    }
    const decisions = decided.flatMap((one) => ("decision" in one ? [one.decision] : []));
    const lines = decisions.map(({ line }) => line);
    const answer = isBatch ? `${decided.map((one) => this.#line(one)).join("\n")}\n` : decided.map((one) => this.#line(one)).join("");
    if (claimed !== undefined) {
      const kept = await claimed.keep(answer, lines).catch(() => undefined);
      if (kept === undefined) return this.refuse({ code: "IDEMPOTENCY_UNAVAILABLE" }, { "retry-after": "1" });
      if (!kept) return this.refuse({ code: "IDEMPOTENCY_IN_PROGRESS" }, { "retry-after": "1" });
    }
    if (!(await this.#log(lines, false))) return this.notLogged(decisions[0]?.executionId ?? "");
    claimed?.logged();
    this.#count(decisions);
    this.answer(isBatch ? ndjson : hal, answer);
  }

  /** In order, a few at a time. */
  async #each(inputs: readonly string[], decide: (input: string) => Decided | Promise<Decided>): Promise<readonly Decided[]> {
    const decided: Decided[] = [];
    for (let from = 0; from < inputs.length; from += atOnce) {
      decided.push(...(await Promise.all(inputs.slice(from, from + atOnce).map(async (input) => decide(input)))));
    }
    return decided;
  }

  #line(one: Decided): string {
    if ("decision" in one) return answerText(one.decision, this.route.runtimeId);
    return JSON.stringify({ problem: problemBody(one.problem, this.correlationId()) });
  }

  /** Answers whether all of it is durable. */
  async #log(lines: readonly string[], isAgain: boolean): Promise<boolean> {
    const traceparent = this.traceparentOf();
    const stored = await Promise.all(
      lines.map(
        (line) =>
          new Promise<boolean>((done) => {
            this.route.executionLog.append({
              executionId: executionIdOf(line),
              versionId: this.versionId,
              line,
              traceparent,
              isAgain,
              done,
            });
          }),
      ),
    );
    return stored.every(Boolean);
  }

  #count(decisions: readonly Decision[]): void {
    const millis = performance.now() - this.arrived;
    for (const { execution } of decisions) this.route.metrics.decided(execution.status, millis);
  }
}

const hal = "application/hal+json";
const ndjson = "application/x-ndjson";

function isOfTheCall({ code }: Problem): boolean {
  return code === "VERSION_NOT_FOUND" || code === "VERSION_NOT_SERVING";
}
