import { ensureDataPlane, logFor, openBucket, type Bucket, type Log, type Nats } from "@airlock/platform";
import { openJobs, type JobData, type JobName, type Jobs } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import { carryOut, publishKeys, watchRuntimes, type Runtimes } from "@airlock/platform/orders";
import type { Postgres } from "@airlock/platform/postgres";
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

  async function begin(): Promise<void> {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        const opening = await openJobs({ url: options.url, log });
        await take(opening, "deployment.publish", publishDeployment);
        await take(opening, "keys.publish", publishChangedKeys);
        await take(opening, "invitation.send", sendInvitation);
        jobs = opening;
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
      await jobs?.close();
      (await opened?.catch(() => undefined))?.runtimes.stop();
    },
  };
}
