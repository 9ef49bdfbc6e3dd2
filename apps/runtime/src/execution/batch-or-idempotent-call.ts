import type { IncomingMessage } from "node:http";
import { executionIdOf, maxBatchInputs, maxBatchResponseBytes, maxKeptAnswerBytes, problemBody, type Problem } from "@airlock/contract";
import { Busy, type SlotQueue } from "@airlock/platform";
import type { Caller } from "../key/keys.ts";
import { answerText } from "./answer.ts";
import { Call } from "./call.ts";
import type { Decided, Decision } from "./decide.ts";
import type { Stored } from "./execution-log.ts";
import type { Claimed } from "./kept-answers.ts";
import { quotaExceeded, type CallerQuotas } from "./quotas.ts";
import { readBody } from "./read-body.ts";
import type { Turns } from "./turns.ts";
import { unitsOfInputs, unitsOfOutcome } from "./units.ts";

/** Inputs of a batch that are decided concurrently if the flow makes web calls. */
const atOnce = 8;

/** Bytes that the response and the log line of the smallest input take in a stored answer, with escaped quotation marks. */
const keptInputBytes = 700;

/** After this time, the next large body of the same organisation is read concurrently. */
const maxReadingMillis = 1_000;

/** Calls with an Idempotency-Key that are being decided; each promise settles when its call has ended. */
export type Ongoing = Map<BatchOrIdempotentCall, Promise<void>>;

export interface ReadOptions {
  /** True for NDJSON: one input per line, one response per line. */
  readonly isBatch: boolean;
  readonly maxBytes: number;
  readonly idempotencyKey: string | undefined;
  readonly ongoing: Ongoing;
  readonly turns: Turns;
  /** Limits how many bodies that are not small are read at a time. */
  readonly reading: SlotQueue | undefined;
  readonly quotas: CallerQuotas;
}

interface Batch {
  readonly caller: Caller;
  readonly inputs: readonly string[];
  readonly isBatch: boolean;
  readonly turns: Turns;
}

/** The result of the inputs: responses in order, and the decisions among them. */
interface Outcome {
  readonly answers: string[];
  readonly decisions: Decision[];
  /** Size of the responses and log lines. A lower bound, since characters are counted. */
  bytes: number;
  /** A problem of the call as a whole, and so of each of its inputs. */
  problem?: Problem;
}

/**
 * A batch, or a call with an Idempotency-Key. With a key it completes although its caller disconnected: a client that timed out retries with the key
 * and must get the one decision that was made.
 */
export class BatchOrIdempotentCall extends Call {
  #isKeyed = false;
  #leaveReading: (() => void) | undefined;

  take(caller: Caller, request: IncomingMessage, options: ReadOptions): void {
    this.#isKeyed = options.idempotencyKey !== undefined;
    if (options.reading === undefined) this.#read(caller, request, options);
    else void this.#readInTurn(caller, request, options, options.reading).catch((error: unknown) => this.fail(error));
  }

  /**
   * Reading all bodies of a burst concurrently would delay the calls of every organisation, and all of them would be admitted before the inputs of
   * the first are counted. A slow sender holds its slot only briefly, since reading slowly costs little.
   */
  async #readInTurn(caller: Caller, request: IncomingMessage, options: ReadOptions, reading: SlotQueue): Promise<void> {
    const entered = await reading.enter(caller.organisationId).catch((error: unknown) => {
      if (error instanceof Busy) return undefined;
      throw error;
    });
    if (entered === undefined) return this.busy();
    const wait = options.quotas.wait(caller);
    if (this.isOver || wait > 0) {
      entered();
      return this.isOver ? undefined : this.refuse(...quotaExceeded(wait));
    }
    const timer = setTimeout(entered, maxReadingMillis);
    this.#leaveReading = () => {
      clearTimeout(timer);
      entered();
    };
    this.#read(caller, request, options);
  }

  #read(caller: Caller, request: IncomingMessage, options: ReadOptions): void {
    readBody(request, options.maxBytes, (read) => {
      if (this.isOver) return;
      if (read === "tooLarge")
        return this.refuse({ code: "BODY_TOO_LARGE", details: { limit: options.maxBytes.toLocaleString("en") } }, { connection: "close" });
      this.isWorking = true;
      const work = this.#take(caller, read.text, options)
        .catch((error: unknown) => this.fail(error))
        .finally(() => {
          this.#leaveReading?.();
          options.ongoing.delete(this);
          this.worked();
        });
      // Without a key the call ends with its connection, which the server's shutdown waits for.
      if (this.#isKeyed) options.ongoing.set(this, work);
    });
  }

  override over(): void {
    this.isOver = true;
    this.#leaveReading?.();
    if (!this.#isKeyed) this.cancel();
    if (!this.isWorking) this.lane?.leave();
  }

  async #take(caller: Caller, text: string, options: ReadOptions): Promise<void> {
    const { isBatch, idempotencyKey } = options;
    if (!this.route.lease.fresh()) await this.route.lease.settle();
    if (!this.findVersion(caller)) return;
    const inputs = isBatch ? text.split("\n").filter((line) => line.trim() !== "") : [text];
    if (inputs.length === 0) return this.refuse({ code: "BODY_NOT_JSON" });
    if (inputs.length > maxBatchInputs)
      return this.refuse({ code: "BATCH_TOO_LARGE", details: { limit: maxBatchInputs.toLocaleString("en") } });
    if (!this.growTo(unitsOfInputs(inputs.length))) return this.busy();
    if (inputs.length > 1) options.quotas.spend(caller, inputs.length - 1);
    this.#leaveReading?.();
    const batch = { caller, inputs, isBatch, turns: options.turns };
    if (idempotencyKey === undefined) return this.#decide(batch);
    // The log line includes the input, so a larger one cannot be stored whatever the flow returns.
    if (text.length + inputs.length * keptInputBytes > maxKeptAnswerBytes) return this.#refuseTooLarge();

    const question = `${this.callIdentity()}\n${isBatch ? "batch" : "one"}\n${text}`;
    const claim = await this.route.keptAnswers.claim(caller.organisationId, idempotencyKey, question).catch(() => undefined);
    if (claim === undefined) return this.#unavailable();
    if (claim.kind === "otherQuestion") return this.refuse({ code: "IDEMPOTENCY_KEY_REUSED" });
    if (claim.kind === "tooLarge") return this.#refuseTooLarge();
    if (claim.kind === "overQuota") {
      const seconds = String(claim.seconds);
      return this.refuse({ code: "IDEMPOTENCY_QUOTA_EXCEEDED", details: { seconds } }, { "retry-after": seconds });
    }
    if (claim.kind === "underWay") return this.refuse({ code: "IDEMPOTENCY_IN_PROGRESS" }, { "retry-after": "1" });
    if (claim.kind === "first") return this.#decideOnce(batch, claim.claimed);
    if ((await this.#log(batch.caller, claim.lines, true)) !== "durable") return this.notLogged("");
    if (claim.lines.length > 0) claim.logged();
    this.answer(isBatch ? ndjson : hal, claim.answer, this.correlationId(), ["idempotency-replayed", "true"]);
  }

  async #decide(batch: Batch): Promise<void> {
    const outcome = await this.#each(batch, maxBatchResponseBytes);
    if (outcome === "tooLarge") {
      return this.refuse({ code: "BATCH_RESPONSE_TOO_LARGE", details: { limit: maxBatchResponseBytes.toLocaleString("en") } });
    }
    if (outcome === "busy") return this.busy();
    if (outcome.problem !== undefined) return this.refuse(outcome.problem);
    // The caller disconnected. A retry sends all inputs, and those decided here would be counted twice.
    if (outcome.answers.length < batch.inputs.length || isCancelled(outcome)) return;
    await this.#logAndAnswer(batch, outcome);
  }

  /** Invariant: every path stores an answer or releases the key. */
  async #decideOnce(batch: Batch, claimed: Claimed): Promise<void> {
    const { isBatch } = batch;
    let outcome: Outcome | "tooLarge" | "busy";
    try {
      outcome = await this.#each(batch, maxKeptAnswerBytes);
    } catch (error) {
      await claimed.release();
      throw error;
    }
    if (outcome === "busy") {
      await claimed.release();
      return this.busy();
    }
    if (outcome !== "tooLarge" && outcome.problem !== undefined) {
      await claimed.release();
      return this.refuse(outcome.problem);
    }
    // Only a runtime that stops cancels a call with a key. The retry is decided by another runtime.
    if (outcome !== "tooLarge" && isCancelled(outcome)) {
      await claimed.release();
      return this.#unavailable();
    }
    const lines = outcome === "tooLarge" ? [] : outcome.decisions.map(({ line }) => line);
    const kept = outcome === "tooLarge" ? outcome : await claimed.keep(bodyOf(outcome, isBatch), lines).catch(() => undefined);
    if (kept === undefined) {
      await claimed.release();
      return this.#unavailable();
    }
    if (kept === "takenOver") return this.refuse({ code: "IDEMPOTENCY_IN_PROGRESS" }, { "retry-after": "1" });
    if (kept === "tooLarge" || outcome === "tooLarge") {
      await claimed.refuse();
      return this.#refuseTooLarge();
    }
    if (await this.#logAndAnswer(batch, outcome)) claimed.logged();
  }

  async #logAndAnswer({ caller, isBatch }: Batch, outcome: Outcome): Promise<boolean> {
    const lines = outcome.decisions.map(({ line }) => line);
    const stored = await this.#log(caller, lines, false);
    if (stored !== "durable") {
      const executionId = outcome.decisions[0]?.executionId ?? "";
      // With a key the answer is stored, so a retry logs the same executions.
      if (stored === "unknown" && !this.#isKeyed) this.unconfirmed(executionId);
      else this.notLogged(executionId);
      return false;
    }
    this.#count(outcome.decisions);
    this.answer(isBatch ? ndjson : hal, bodyOf(outcome, isBatch), this.correlationId());
    for (const decision of outcome.decisions) this.answered(decision);
    return true;
  }

  /**
   * Decides the inputs in order, those with web calls a few at a time, in slices so that other calls are not blocked. Ends early if the caller of a
   * batch without a key disconnected, if responses and lines exceed `maxBytes`, or if the organisation's share has no room for them. None is logged
   * before the last is decided, so a call that ends early has logged nothing.
   */
  async #each({ caller, inputs, isBatch, turns }: Batch, maxBytes: number): Promise<Outcome | "tooLarge" | "busy"> {
    const outcome: Outcome = { answers: [], decisions: [], bytes: 0 };
    const signal = () => this.signal();
    const call = { caller, versionId: this.versionId, challenger: this.challenger(), correlationId: this.correlationId() };
    // Also before the first slice: several batches may have been read in one turn of the event loop.
    if (inputs.length > 1) await turns.next(caller.organisationId);
    let until = turns.until();
    for (let from = 0; from < inputs.length && !(this.isOver && !this.#isKeyed);) {
      const underWay: Promise<Decided>[] = [];
      // Synchronous decisions are collected immediately; only pending ones are gathered.
      while (from < inputs.length && underWay.length < atOnce && performance.now() < until) {
        underWay.push(Promise.resolve(this.route.decide(call, inputs[from] ?? "", signal)));
        from += 1;
      }
      for (const one of await Promise.all(underWay)) {
        if ("problem" in one && (!isBatch || isOfTheCall(one.problem))) return { ...outcome, problem: one.problem };
        this.#add(outcome, one);
      }
      if (outcome.bytes > maxBytes) return "tooLarge";
      if (!this.growTo(unitsOfOutcome(outcome.bytes))) return "busy";
      if (performance.now() < until || from === inputs.length) continue;
      await turns.next(caller.organisationId);
      until = turns.until();
    }
    return outcome;
  }

  #add(outcome: Outcome, one: Decided): void {
    const answer = this.#line(one);
    outcome.answers.push(answer);
    outcome.bytes += answer.length;
    if (!("decision" in one)) return;
    outcome.decisions.push(one.decision);
    outcome.bytes += one.decision.line.length;
  }

  #refuseTooLarge(): void {
    this.refuse({ code: "IDEMPOTENCY_ANSWER_TOO_LARGE", details: { limit: maxKeptAnswerBytes.toLocaleString("en") } });
  }

  #unavailable(): void {
    this.refuse({ code: "IDEMPOTENCY_UNAVAILABLE" }, { "retry-after": "1" });
  }

  #line(one: Decided): string {
    if ("decision" in one) return answerText(one.decision, this.route.runtimeId);
    return JSON.stringify({ problem: problemBody(one.problem, this.correlationId()) });
  }

  /** `durable` if all lines are stored, `notStored` if none is. */
  async #log(caller: Caller, lines: readonly string[], isAgain: boolean): Promise<Stored> {
    const traceparent = this.traceparentOf();
    const stored = await Promise.all(
      lines.map(
        (line) =>
          new Promise<Stored>((done) => {
            this.route.executionLog.append({
              executionId: executionIdOf(line),
              versionId: this.versionId,
              organisationId: caller.organisationId,
              line,
              traceparent,
              isAgain,
              done,
            });
          }),
      ),
    );
    if (stored.every((one) => one === "durable")) return "durable";
    return stored.every((one) => one === "notStored") ? "notStored" : "unknown";
  }

  #count(decisions: readonly Decision[]): void {
    const millis = performance.now() - this.arrived;
    for (const decision of decisions) this.route.metrics.decided(decision, millis);
  }
}

const hal = "application/hal+json";
const ndjson = "application/x-ndjson";

function bodyOf({ answers }: Outcome, isBatch: boolean): string {
  return isBatch ? `${answers.join("\n")}\n` : answers.join("");
}

function isCancelled({ decisions }: Outcome): boolean {
  return decisions.some(({ execution }) => execution.error?.code === "CANCELLED");
}

function isOfTheCall({ code }: Problem): boolean {
  return code === "VERSION_NOT_FOUND" || code === "VERSION_NOT_SERVING";
}
