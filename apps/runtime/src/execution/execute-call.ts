import type { IncomingMessage } from "node:http";
import type { Caller } from "../key/keys.ts";
import { answerText } from "./answer.ts";
import { Call } from "./call.ts";
import type { Decided, Decision } from "./decide.ts";
import type { LogEntry, Stored } from "./execution-log.ts";
import { readBody } from "./read-body.ts";
import { unitsOfOutcome } from "./units.ts";

/**
 * A call with one input and no Idempotency-Key, which nearly all calls are. The object is also the entry in the log's queue, to avoid an allocation.
 */
export class ExecuteCall extends Call implements LogEntry {
  executionId = "";
  organisationId = "";
  line = "";
  traceparent: string | undefined;
  #decision: Decision | undefined;

  /** Called once the caller is known: reads the body, decides, and responds when the execution is durable. */
  take(caller: Caller, request: IncomingMessage): void {
    readBody(request, this.route.maxBodyBytes, (read) => {
      if (this.isOver) return;
      if (read === "tooLarge") {
        const details = { limit: this.route.maxBodyBytes.toLocaleString("en") };
        return this.refuse({ code: "BODY_TOO_LARGE", details }, { connection: "close" });
      }
      this.isWorking = true;
      if (this.route.lease.fresh()) this.#decide(caller, read.text);
      else void this.route.lease.settle().then(() => this.#decide(caller, read.text));
    });
  }

  #decide(caller: Caller, body: string): void {
    try {
      if (this.isOver || !this.findVersion(caller)) return this.worked();
      const call = { caller, versionId: this.versionId, challenger: this.challenger(), correlationId: this.sentCorrelationId ?? "" };
      const decided = this.route.decide(call, body, () => this.signal());
      if (decided instanceof Promise) decided.then((result) => this.#store(result)).catch((error: unknown) => this.#failed(error));
      else this.#store(decided);
    } catch (error) {
      this.#failed(error);
    }
  }

  #store(decided: Decided): void {
    if ("problem" in decided) {
      this.worked();
      return this.refuse(decided.problem);
    }
    const { decision } = decided;
    if (!this.growTo(unitsOfOutcome(decision.line.length))) {
      this.worked();
      return this.busy();
    }
    this.#decision = decision;
    this.executionId = decision.executionId;
    this.organisationId = decision.deployment.organisationId;
    this.line = decision.line;
    if (this.span !== undefined) {
      const { executionId, execution, deployment } = decision;
      this.span.setAttributes({
        "airlock.version": deployment.versionId,
        "airlock.execution": executionId,
        "airlock.status": execution.status,
      });
      this.traceparent = this.traceparentOf();
    }
    this.route.executionLog.append(this);
  }

  #failed(error: unknown): void {
    this.worked();
    this.fail(error);
  }

  done(stored: Stored): void {
    this.worked();
    const decision = this.#decision;
    if (stored === "unknown" || decision === undefined) return this.unconfirmed(this.executionId);
    if (stored === "notStored") return this.notLogged(this.executionId);
    this.route.metrics.decided(decision, performance.now() - this.arrived);
    this.answer("application/hal+json", answerText(decision, this.route.runtimeId), this.sentCorrelationId ?? this.executionId);
    this.answered(decision);
  }
}
