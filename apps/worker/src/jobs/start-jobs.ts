import { ensureDataPlane, logFor, openBucket, type Bucket, type Log, type Nats } from "@airlock/platform";
import { openJobs, type JobData, type JobName, type Jobs } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import { carryOut, publishKeys, watchRuntimes, type Runtimes } from "@airlock/platform/orders";
import { standingOrders, type Postgres } from "@airlock/platform/postgres";
import { reconcile, type StandingOrder } from "../reconcile/reconcile.ts";
import { createSendInvitation } from "../invitation/send-invitation.ts";

export interface RunningJobs {
  readonly running: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface StartJobsOptions {
  readonly url: string;
  readonly postgres: Postgres;
  readonly nats: Nats;
  readonly natsReplicas: number;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly log: Log;
}

interface Buckets {
  readonly deployments: Bucket<"deployments">;
  readonly keys: Bucket<"keys">;
  readonly runtimes: Runtimes;
}

const retryMillis = 1_000;
const reconcileMillis = 600_000;
const reconcileAgainMillis = 5_000;
const reconcilePage = 1_000;

/** Takes up jobs as soon as Postgres is there, however long that takes. */
export function startJobs(options: StartJobsOptions): RunningJobs {
  const { nats, log } = options;
  let jobs: Jobs | undefined;
  const stopping = new AbortController();

  async function buckets(): Promise<Buckets> {
    await ensureDataPlane(nats, { replicas: options.natsReplicas });
    return {
      deployments: await openBucket(nats, "deployments"),
      keys: await openBucket(nats, "keys"),
      runtimes: watchRuntimes(await openBucket(nats, "runtimes"), log),
    };
  }
  let opened: ReturnType<typeof buckets> | undefined;
  async function bucketsOnce(): ReturnType<typeof buckets> {
    try {
      return await (opened ??= buckets());
    } catch (error) {
      opened = undefined;
      throw error;
    }
  }

  const { postgres } = options;
  /** Usually the request that asked was faster, and this finds nothing to do. */
  async function publishDeployment({ organisationId, versionId }: JobData["deployment.publish"]): Promise<void> {
    const { deployments, runtimes } = await bucketsOnce();
    const result = await carryOut({ postgres, deployments, runtimes, log }, { organisationId, userId: null }, versionId);
    if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The deployment of ${versionId} is ${result.kind}.`);
  }
  async function publishChangedKeys({ organisationId, keyIds }: JobData["keys.publish"]): Promise<void> {
    await publishKeys({ postgres, keys: (await bucketsOnce()).keys }, organisationId, keyIds);
  }
  const sendInvitation = createSendInvitation(options);

  async function take<Name extends JobName>(from: Jobs, name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<void> {
    await from.work(name, async (data, origin) => {
      const own = logFor(log, origin);
      try {
        await handler(data);
        own.info({ job: name, data }, "job done");
      } catch (error) {
        own.warn({ err: error, job: name, data }, "job failed and will be tried again");
        throw error;
      }
    });
  }

  async function orderAgain(from: Jobs, kind: "version" | "key", orders: readonly StandingOrder[]): Promise<void> {
    for (const [organisationId, own] of Map.groupBy(orders, (order) => order.organisationId)) {
      await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
        if (kind === "key") await from.send(tx, "keys.publish", { organisationId, keyIds: own.map(({ id }) => id) }, {});
        else for (const { id } of own) await from.send(tx, "deployment.publish", { organisationId, versionId: id }, {});
      });
    }
  }

  async function reconcileNow(from: Jobs): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      await ensureDataPlane(nats, { replicas: options.natsReplicas });
      const { deployments, keys } = await bucketsOnce();
      const orders = (kind: "version" | "key", afterId: string) => standingOrders(postgres, kind, afterId, reconcilePage);
      const given = await reconcile({ orders, deployments, keys, order: (kind, missing) => orderAgain(from, kind, missing) });
      if (given.versions + given.keys > 0) log.warn(given, "the buckets lacked orders, which are given again");
    } catch (error) {
      log.warn({ err: error }, "the buckets could not be compared with Postgres yet");
      setTimeout(() => void reconcileNow(from), reconcileAgainMillis).unref();
    }
  }
  let reconciling: NodeJS.Timeout | undefined;

  async function begin(): Promise<void> {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        const opening = await openJobs({ url: options.url, log });
        await take(opening, "deployment.publish", publishDeployment);
        await take(opening, "keys.publish", publishChangedKeys);
        await take(opening, "invitation.send", sendInvitation);
        jobs = opening;
        reconciling = setInterval(() => void reconcileNow(opening), reconcileMillis);
        // Back, and perhaps without its disk.
        nats.onChange((connected) => {
          if (connected) void reconcileNow(opening);
        });
        await reconcileNow(opening);
        return;
      } catch (error) {
        if (!told) log.warn({ err: error }, "jobs cannot be taken up yet");
        told = true;
        await new Promise((resolve) => setTimeout(resolve, retryMillis));
      }
    }
  }

  const beginning = begin();
  return {
    running: () => jobs !== undefined,
    stop: async () => {
      stopping.abort();
      await beginning;
      clearInterval(reconciling);
      await jobs?.close();
      (await opened?.catch(() => undefined))?.runtimes.stop();
    },
  };
}
