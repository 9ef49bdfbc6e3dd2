import type { DeploymentEntry, ServedVersion } from "@airlock/contract";
import { compile, type Plan } from "@airlock/engine";
import { isPlainId, readBucketValue } from "@airlock/contract";
import { traceFrom, withSpan, type BucketEntry, type Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";
import type { ScoreTables } from "../scores/scores.ts";
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
  /** There exactly when the version answers. */
  readonly plan: Plan | undefined;
  /** Whether it has web calls: they are to end when their caller has left. */
  readonly callsOthers: boolean;
}

/**
 * The versions that this process serves. A stop takes effect in memory before anything else happens; a deployment takes effect
 * when it is compiled. Only a value or a deletion that the bucket tells changes anything: a bucket that is empty, because
 * JetStream lost its disk, does not stop what serves.
 */
export interface Deployments {
  readonly find: (versionId: string) => Deployment | undefined;
  readonly apply: (entry: BucketEntry<"deployments">) => void;
  /** Stops by word of a peer, while this process cannot hear the bucket itself. */
  readonly stopByPeer: (versionId: string, revision: number) => void;
  readonly report: () => Readonly<Record<string, ServedVersion>>;
  /** Up to which of these revisions everything was carried out: one that waits for its models was not yet. */
  readonly settled: (revision: number) => number;
  /** Stops and deletions after a revision, for peers that are cut off. */
  readonly stoppedSince: (revision: number) => readonly (readonly [versionId: string, revision: number])[];
  readonly size: () => number;
}

export interface DeploymentsOptions {
  readonly disk: LastGood;
  readonly models: Pick<Models, "load" | "fetch">;
  readonly scores: Pick<ScoreTables, "load" | "fetch">;
  readonly log: Log;
  readonly onChange: () => void;
}

export function createDeployments(options: DeploymentsOptions): Deployments {
  const { disk, models, scores, log, onChange } = options;
  /** A sentence about what of its predictions is not here. */
  const lackingFor = ({ organisationId, models: pinned = [], scores: scored = [] }: DeploymentEntry): string | undefined =>
    models.load(organisationId, pinned) ?? scores.load(organisationId, scored);
  const versions = new Map<string, Deployment>();
  /** Deletions, so that a peer that missed one can be told. */
  const deleted = new Map<string, number>();
  /** Revisions of deployments whose models are on their way. */
  const waiting = new Set<number>();
  /** The last that was heard of each version. */
  const latest = new Map<string, number>();

  function take(key: string, revision: number, value: DeploymentEntry | undefined): Deployment | undefined {
    const known = versions.get(key);
    if (value === undefined || value.versionId !== key || ![key, value.solutionId, value.organisationId].every(isPlainId)) {
      log.error({ versionId: key, revision }, "a deployment cannot be read; the last good one goes on");
      if (known === undefined) return undefined;
      return { ...known, revision, message: "The deployment could not be read." };
    }
    const { versionId, solutionId, organisationId, hash } = value;
    // The document may have any shape: the compiler, which is asked below, is the one to say so.
    const callsOthers = value.definition.solutionDefinition?.nodes?.some((node) => node.type === "WebCall") ?? false;
    const whose = { versionId, solutionId, organisationId, hash, revision, callsOthers };
    if (value.desired === "stopped") return { ...whose, status: "stopped", message: undefined, plan: undefined };
    // A version never changes: the same hash is the same plan.
    if (known?.plan !== undefined && known.hash === hash) return { ...known, revision, status: "serving", message: undefined };
    const compiled = compileSafely(value);
    if (compiled.plan === undefined) log.error({ versionId, revision, reason: compiled.message }, "a deployment does not compile");
    const lacking = lackingFor(value);
    // It answers all the same: what of it needs no model decides as ever, and what does says so.
    if (compiled.plan !== undefined && lacking !== undefined) return { ...whose, status: "error", message: lacking, plan: compiled.plan };
    return { ...whose, status: compiled.plan === undefined ? "error" : "serving", ...compiled };
  }

  /** First its models, then itself; and if they cannot be had, itself without them. */
  async function gather(value: DeploymentEntry, revision: number, then: () => void): Promise<void> {
    waiting.add(revision);
    try {
      await models.fetch(value.organisationId, value.models ?? []);
      await scores.fetch(value.organisationId, value.scores ?? []);
    } catch (error) {
      log.warn({ err: error, versionId: value.versionId, revision }, "a model could not be had");
    } finally {
      waiting.delete(revision);
      then();
    }
  }

  function set(next: Deployment): void {
    versions.set(next.versionId, next);
    deleted.delete(next.versionId);
  }

  for (const [key, stored] of disk.entries) {
    const loaded = take(key, stored.revision, readBucketValue.deployments(stored.text));
    if (loaded !== undefined) set(loaded);
  }

  return {
    find: (versionId) => versions.get(versionId),
    apply: ({ key, revision, value, text }) => {
      if (text === undefined) {
        latest.delete(key);
        versions.delete(key);
        deleted.set(key, revision);
        disk.remove(key, revision);
        onChange();
        return;
      }
      latest.set(key, revision);
      // A watch that begins again tells everything once more. A bucket made anew may use a revision again, so the text counts too.
      const known = versions.get(key);
      // What went wrong is tried once more: a model may be there by now.
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
          latest.set(key, revision);
          return gather(value, revision, () => {
            // A stop that came meanwhile stands.
            if (latest.get(key) === revision) carryOut();
            else onChange();
          });
        },
      );
    },
    stopByPeer: (versionId, revision) => {
      const known = versions.get(versionId);
      if (known === undefined || known.plan === undefined || known.revision >= revision) return;
      const stored = readBucketValue.deployments(disk.entries.get(versionId)?.text ?? "");
      if (stored !== undefined) disk.put(versionId, { revision, text: JSON.stringify({ ...stored, desired: "stopped" }) });
      set({ ...known, revision, status: "stopped", message: "Stopped by word of another runtime.", plan: undefined });
      log.warn({ versionId, revision }, "stopped by word of another runtime");
      onChange();
    },
    report: () => {
      const report: Record<string, ServedVersion> = {};
      for (const { versionId, revision, status, message } of versions.values()) report[versionId] = { revision, status, message };
      return report;
    },
    settled: (revision) => Math.min(revision, ...[...waiting].map((waited) => waited - 1)),
    stoppedSince: (revision) => [
      ...[...versions.values()].flatMap((known) =>
        known.status === "stopped" && known.revision > revision ? [[known.versionId, known.revision] as const] : [],
      ),
      ...[...deleted].filter(([, at]) => at > revision),
    ],
    size: () => versions.size,
  };
}

/** The compiler is total by contract; a document from an older or newer writer must still never take the process down. */
function compileSafely(entry: DeploymentEntry): { readonly plan: Plan | undefined; readonly message: string | undefined } {
  try {
    const compiled = compile(entry.definition, entry.behaviour);
    if (compiled.ok) return { plan: compiled.plan, message: undefined };
    return { plan: undefined, message: compiled.findings.map((finding) => finding.message).join(" ") };
  } catch (error) {
    return { plan: undefined, message: error instanceof Error ? error.message : String(error) };
  }
}
