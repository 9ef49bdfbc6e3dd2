import { validate, type Definition, type Finding } from "@airlock/flow";
import { patchOf, type DefinitionPatch } from "./definition-patch.ts";

/** Definitions with more cells than this are validated by a worker: below it, a validation takes less than a frame or two. */
const maxCellsOnPage = 2_000;

export function isForBackground({ solutionDefinition }: Definition): boolean {
  let cells = 0;
  for (const node of solutionDefinition.nodes) {
    if (node.type === "DecisionTable") cells += node.tableRows.length * (node.inputColumns.length + node.outputColumns.length);
  }
  return cells > maxCellsOnPage;
}

interface Request {
  readonly definition: Definition;
  readonly found: (findings: readonly Finding[]) => void;
}

/** A worker, as far as it is used here. */
export interface Port {
  readonly send: (patch: DefinitionPatch) => void;
  readonly close: () => void;
}

export type OpenPort = (found: (findings: readonly Finding[]) => void, failed: () => void) => Port;

/** Validates in a worker: one definition at a time, of which only the changes are sent. Validates itself where there is no worker. */
export class BackgroundValidator {
  readonly #open: OpenPort;
  #worker: Port | undefined;
  #sent: Definition | undefined;
  /** The newest definition, which waits until the worker is done, and the callback for its findings. */
  #next: Request | undefined;
  #current: Request | undefined;

  constructor(open: OpenPort = openWorker) {
    this.#open = open;
  }

  /** Calls back with the findings, unless a newer definition replaced this one while it waited. */
  validate(definition: Definition, found: Request["found"]): void {
    this.#next = { definition, found };
    if (this.#current === undefined) this.#begin();
  }

  /** Pending validations are not called back. */
  close(): void {
    this.#closeWorker();
    this.#next = undefined;
    this.#current = undefined;
  }

  #begin(): void {
    this.#current = this.#next;
    this.#next = undefined;
    if (this.#current === undefined) return;
    const { definition } = this.#current;
    try {
      this.#worker ??= this.#open(
        (findings) => this.#done(findings),
        () => this.#fail(),
      );
      this.#worker.send(patchOf(this.#sent, definition));
      this.#sent = definition;
    } catch {
      this.#fail();
    }
  }

  /** A worker that does not load or fails: the page waits, but the findings are the same. */
  #fail(): void {
    this.#closeWorker();
    if (this.#current !== undefined) this.#done(validate(this.#current.definition));
  }

  #done(findings: readonly Finding[]): void {
    const { found } = this.#current ?? {};
    this.#current = undefined;
    found?.(findings);
    if (this.#current === undefined) this.#begin();
  }

  #closeWorker(): void {
    this.#worker?.close();
    this.#worker = undefined;
    this.#sent = undefined;
  }
}

const openWorker: OpenPort = (found, failed) => {
  const worker = new Worker(new URL("./validate-worker.ts", import.meta.url), { type: "module", name: "validation" });
  worker.addEventListener("message", ({ data }: MessageEvent<readonly Finding[]>) => found(data));
  worker.addEventListener("error", failed);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
    send: (patch) => worker.postMessage(patch),
    close: () => worker.terminate(),
  };
};
