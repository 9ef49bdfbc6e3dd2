import { hash } from "node:crypto";
import type { DeploymentEntry, ServedVersion } from "@airlock/contract";
import { compileFrozen, type Effects, type Plan } from "@airlock/engine";
import { callsServices, type Definition } from "@airlock/flow";
import { canonicalJson, isPlainId, isTombstone, readBucketValue, sequenceOf, signatureField } from "@airlock/contract";
import { traceFrom, withSpan, type BucketEntry, type Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";
import type { ScoreTables } from "../scores/scores.ts";
import type { ListTables } from "../list/lists.ts";
import type { Models } from "../model/models.ts";

/** A version as the answering path needs it: the plan, and whose it is. */
export interface Deployment {
  readonly versionId: string;
  readonly solutionId: string;
  readonly organisationId: string;
  readonly hash: string;
  readonly revision: number;
  readonly status: ServedVersion["status"];
  readonly message: string | undefined;
  /** Defined exactly while the version serves. */
  readonly plan: Plan | undefined;
  /** Whether it has web calls: they are to end when their caller has left. */
  readonly callsOthers: boolean;
  /** The versions of its lists: those that it pins, or else the one with the given number, or else the one in effect. */
  readonly list: NonNullable<Effects["list"]>;
}

/**
 * The versions that this process serves. A stop takes effect in memory before anything else happens; a deployment takes effect
 * when it is compiled. Only a value or a deletion from the bucket changes anything: a bucket that is empty, because
 * JetStream lost its disk, does not stop what serves.
 */
export interface Deployments {
  readonly find: (versionId: string) => Deployment | undefined;
  readonly apply: (entry: BucketEntry<"deployments">) => void;
  /** Stops a version that a peer reported as stopped, while this process receives nothing from the bucket. */
  readonly stopByPeer: (versionId: string, revision: number) => void;
  readonly report: () => Readonly<Record<string, ServedVersion>>;
  /** Up to which of these revisions everything was carried out: one that waits for its models was not yet. */
  readonly settled: (revision: number) => number;
  /** Versions whose last entry was refused, which is therefore not carried out. */
  readonly refused: () => readonly string[];
  /** Stops and deletions after a revision, for peers that are cut off. */
  readonly stoppedSince: (revision: number) => readonly (readonly [versionId: string, revision: number])[];
  /** Whether a version that is served, or is about to be, uses the list. */
  readonly usesList: (listId: string) => boolean;
  readonly size: () => number;
  /** Versions that this machine served before and that this release does not compile: it must not replace the release before it. */
  readonly regressed: () => readonly string[];
  readonly stop: () => void;
}

export interface DeploymentsOptions {
  readonly disk: LastGood;
  readonly gate: Pick<EntryGate<"deployments">, "admits" | "settled" | "held">;
  /** The hash of each version that compiled on this machine, by version. */
  readonly served: LastGood;
  readonly models: Pick<Models, "load" | "fetch">;
  readonly scores: Pick<ScoreTables, "load" | "fetch">;
  readonly lists: Pick<ListTables, "load" | "fetch" | "find">;
  readonly log: Log;
  readonly onChange: () => void;
}

/** How long after a failure the models, scores and lists of a version are fetched again: twice as long each time. */
const firstRetryMillis = 1_000;
const lastRetryMillis = 60_000;

export function createDeployments(options: DeploymentsOptions): Deployments {
  const { disk, gate, served, models, scores, lists, log, onChange } = options;
  /** A sentence about what of its predictions and lists is not here. */
  const lackingFor = ({
    organisationId,
    models: pinned = [],
    scores: scored = [],
    lists: used = [],
  }: DeploymentEntry): string | undefined =>
    models.load(organisationId, pinned) ?? scores.load(organisationId, scored) ?? lists.load(organisationId, used);
  const versions = new Map<string, Deployment>();
  /** Deletions, so that peers that missed one receive it. */
  const deleted = new Map<string, number>();
  /** Revisions of deployments whose models are on their way. */
  const waiting = new Set<number>();
  /** The last revision received for each version. */
  const latest = new Map<string, number>();
  /** By version that should serve: the ids of its lists. */
  const listsOf = new Map<string, readonly string[]>();
  /** By version: the next attempt to fetch what it lacks. */
  const retries = new Map<string, NodeJS.Timeout>();

  function take(key: string, revision: number, value: DeploymentEntry | undefined): Deployment | undefined {
    const known = versions.get(key);
    if (value === undefined || value.versionId !== key || ![key, value.solutionId, value.organisationId].every(isPlainId)) {
      log.error({ versionId: key, revision }, "a deployment cannot be read; the last good one is served");
      if (known === undefined) return undefined;
      return { ...known, revision, message: "The deployment could not be read." };
    }
    const { versionId, solutionId, organisationId, hash } = value;
    noteLists(value);
    const callsOthers = hasWebCalls(value.definition);
    const whose = { versionId, solutionId, organisationId, hash, revision, callsOthers, list: listFor(value) };
    if (value.desired === "stopped") return { ...whose, status: "stopped", message: undefined, plan: undefined };
    // A version never changes: the same hash is the same plan.
    const compiled = known?.plan !== undefined && known.hash === hash ? { plan: known.plan, message: undefined } : compileSafely(value);
    if (compiled.plan === undefined) log.error({ versionId, revision, reason: compiled.message }, "a deployment does not compile");
    const lacking = lackingFor(value);
    // It still serves: executions that need no model or list are not affected, and the others fail with that reason.
    if (compiled.plan !== undefined && lacking !== undefined) return { ...whose, status: "error", message: lacking, plan: compiled.plan };
    return { ...whose, status: compiled.plan === undefined ? "error" : "serving", ...compiled };
  }

  function noteLists({ versionId, desired, lists: used = [] }: DeploymentEntry): void {
    if (desired === "serving" && used.length > 0)
      listsOf.set(
        versionId,
        used.map(({ listId }) => listId),
      );
    else listsOf.delete(versionId);
  }

  function listFor({ organisationId, lists: used = [] }: DeploymentEntry): Deployment["list"] {
    const pinned = new Map(used.map((use) => [use.listId, use.pinned]));
    return (listId, number) => lists.find(organisationId, { listId, pinned: pinned.get(listId) ?? number }, Date.now());
  }

  /** Never rejects: what could not be fetched is still missing. */
  async function fetchAll(value: DeploymentEntry, revision: number, level: "warn" | "debug"): Promise<void> {
    try {
      await models.fetch(value.organisationId, value.models ?? []);
      await scores.fetch(value.organisationId, value.scores ?? []);
      await lists.fetch(value.organisationId, value.lists ?? []);
    } catch (error) {
      log[level]({ err: error, versionId: value.versionId, revision }, "a model or a list could not be fetched");
    }
  }

  /** First its models, then itself; and if they cannot be loaded, itself without them, until they can. */
  async function gather(value: DeploymentEntry, revision: number, carryOut: () => void): Promise<void> {
    clearTimeout(retries.get(value.versionId));
    noteLists(value);
    waiting.add(revision);
    await fetchAll(value, revision, "warn");
    waiting.delete(revision);
    // Do not undo a stop that arrived in the meantime.
    if (latest.get(value.versionId) !== revision) return onChange();
    carryOut();
    if (lackingFor(value) !== undefined) fetchLater(value, revision, carryOut, firstRetryMillis);
  }

  function fetchLater(value: DeploymentEntry, revision: number, carryOut: () => void, millis: number): void {
    const { versionId } = value;
    clearTimeout(retries.get(versionId));
    const timer = setTimeout(() => {
      if (latest.get(versionId) === revision) void fetchAgain();
    }, millis);
    timer.unref();
    retries.set(versionId, timer);

    async function fetchAgain(): Promise<void> {
      // Logged before, and reported as the version's status.
      await fetchAll(value, revision, "debug");
      // Also if it was stopped, deployed again or delivered again meanwhile.
      if (latest.get(versionId) !== revision || retries.get(versionId) !== timer) return;
      if (lackingFor(value) === undefined) carryOut();
      else fetchLater(value, revision, carryOut, Math.min(2 * millis, lastRetryMillis));
    }
  }

  function set(next: Deployment): void {
    const { versionId, hash, revision } = next;
    versions.set(versionId, next);
    deleted.delete(versionId);
    if (next.status === "stopped") served.remove(versionId, revision);
    else if (next.plan !== undefined && served.entries.get(versionId)?.text !== hash) served.put(versionId, { revision, text: hash });
  }

  // A disk written by 0.5.0 has no list of what compiled: there, whatever was deployed had.
  if (served.entries.size === 0) {
    for (const [key, { revision, text }] of disk.entries) {
      const stored = readBucketValue.deployments(text);
      if (stored?.desired === "serving") served.put(key, { revision, text: stored.hash });
    }
  }
  for (const [key, stored] of disk.entries) {
    if (isTombstone(stored.text)) continue;
    const loaded = take(key, stored.revision, readBucketValue.deployments(stored.text));
    if (loaded !== undefined) set(loaded);
  }

  return {
    find: (versionId) => versions.get(versionId),
    apply: (entry) => {
      const { key, revision, value, text } = entry;
      if (!gate.admits(entry) || text === undefined) return;
      if (isTombstone(text)) {
        latest.delete(key);
        versions.delete(key);
        listsOf.delete(key);
        deleted.set(key, revision);
        // Its sequence number identifies replays of the deleted entry.
        disk.put(key, { revision, text });
        served.remove(key, revision);
        onChange();
        return;
      }
      latest.set(key, revision);
      // A restarted watch delivers everything again. A recreated bucket may reuse a revision, so the text is compared too.
      const known = versions.get(key);
      // A failed deployment is retried: its model may have arrived.
      if (known?.revision === revision && known.status !== "error" && disk.entries.get(key)?.text === text) return;
      void withSpan(
        "deployment apply",
        { parent: traceFrom({ traceparent: value?.traceparent }), attributes: { "airlock.version": key } },
        () => {
          const carryOut = (): void => {
            const next = take(key, revision, value);
            if (next === undefined) return;
            set(next);
            if (value !== undefined) disk.put(key, { revision, text });
            log.info({ versionId: key, revision, status: next.status }, "deployment");
            onChange();
          };
          const isLacking = value?.desired === "serving" && lackingFor(value) !== undefined;
          if (value === undefined || !isLacking) return carryOut();
          return gather(value, revision, carryOut);
        },
      );
    },
    stopByPeer: (versionId, revision) => {
      const known = versions.get(versionId);
      if (known === undefined || known.plan === undefined || known.revision >= revision) return;
      listsOf.delete(versionId);
      // A deployment that still waits for its models must not undo it.
      latest.set(versionId, revision);
      const text = disk.entries.get(versionId)?.text ?? "";
      const stored = readBucketValue.deployments(text);
      if (stored !== undefined) {
        const stopped = JSON.stringify({ ...stored, desired: "stopped" });
        disk.put(versionId, { revision, text: signatureField(stopped, { masterKey: "peer", sequence: sequenceOf(text), mac: "" }) });
      }
      set({ ...known, revision, status: "stopped", message: "Stopped by word of another runtime.", plan: undefined });
      log.warn({ versionId, revision }, "stopped by word of another runtime");
      onChange();
    },
    report: () => {
      const report: Record<string, ServedVersion> = {};
      for (const { versionId, revision, status, message } of versions.values()) report[versionId] = { revision, status, message };
      return report;
    },
    settled: (revision) => Math.min(gate.settled(revision), ...[...waiting].map((waited) => waited - 1)),
    refused: gate.held,
    stoppedSince: (revision) => [
      ...[...versions.values()].flatMap((known) =>
        known.status === "stopped" && known.revision > revision ? [[known.versionId, known.revision] as const] : [],
      ),
      ...[...deleted].filter(([, at]) => at > revision),
    ],
    usesList: (listId) => [...listsOf.values()].some((ids) => ids.includes(listId)),
    size: () => versions.size,
    regressed: () =>
      [...versions.values()]
        .filter(
          ({ versionId, hash, status, plan }) => status === "error" && plan === undefined && served.entries.get(versionId)?.text === hash,
        )
        .map(({ versionId }) => versionId),
    stop: () => {
      for (const timer of retries.values()) clearTimeout(timer);
    },
  };
}

/** The gate's check in addition to the signature: a definition to serve must be the frozen one. A stop has no definition. */
export function definitionFault({ desired, definition, hash: frozen }: DeploymentEntry): string | undefined {
  if (desired === "stopped") return undefined;
  return hash("sha256", canonicalJson(definition)) === frozen ? undefined : "its definition does not match its hash";
}

/** The compiler is total by contract; a document from an older or newer writer must still never take the process down. */
function compileSafely(entry: DeploymentEntry): { readonly plan: Plan | undefined; readonly message: string | undefined } {
  try {
    const compiled = compileFrozen(entry.definition, entry.behaviour);
    if (compiled.ok) return { plan: compiled.plan, message: undefined };
    return { plan: undefined, message: compiled.findings.map((finding) => finding.message).join(" ") };
  } catch (error) {
    return { plan: undefined, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Whether the flow or a sub-flow has web calls. The document may have any shape; the compiler reports it. */
function hasWebCalls({ solutionDefinition, subFlows }: Partial<Definition>): boolean {
  const own = solutionDefinition?.nodes?.some((node) => callsServices(node.type)) ?? false;
  return own || (subFlows?.some(({ definition }) => hasWebCalls(definition)) ?? false);
}
