import type { Log } from "@airlock/platform";
import type { JobData } from "@airlock/platform/jobs";
import {
  beginRelease,
  beginRollout,
  carryOut,
  confirmRelease,
  publishKeys,
  publishList,
  publishScores,
  publishSecrets,
} from "@airlock/backend/deployments";
import type { Postgres } from "@airlock/platform/postgres";
import type { RuntimeBuckets } from "./runtime-buckets.ts";

export interface PublishEntriesOptions {
  readonly postgres: Postgres;
  readonly buckets: Pick<RuntimeBuckets, "open">;
  readonly log: Log;
}

/** Jobs that write to the runtimes' buckets. Usually the request that created the job has already written the entry, and there is nothing to do. */
export function createPublishEntries({ postgres, buckets, log }: PublishEntriesOptions) {
  return {
    publishDeployment: async ({ organisationId, versionId }: JobData["deployment.publish"]): Promise<void> => {
      const { deployments, models, scores, lists, runtimes } = await buckets.open();
      const result = await carryOut(
        { postgres, deployments, models, scores, lists, runtimes, log },
        { organisationId, userId: null },
        versionId,
      );
      if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The deployment of ${versionId} is ${result.kind}.`);
    },
    beginRelease: async ({ organisationId, releaseId }: JobData["release.begin"]): Promise<void> => {
      const { deployments, releases, models, scores, lists, runtimes } = await buckets.open();
      const parts = { postgres, deployments, releases, models, scores, lists, runtimes, log };
      const result = await beginRelease(parts, { organisationId, userId: null }, releaseId);
      if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The release ${releaseId} is ${result.kind}.`);
    },
    publishRelease: async ({ organisationId, solutionId }: JobData["release.publish"]): Promise<void> => {
      const { deployments, releases, models, scores, lists, runtimes } = await buckets.open();
      const parts = { postgres, deployments, releases, models, scores, lists, runtimes, log };
      const result = await confirmRelease(parts, { organisationId, userId: null }, solutionId);
      if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The release of ${solutionId} is ${result.kind}.`);
    },
    beginRollout: async ({ organisationId, rolloutId }: JobData["rollout.begin"]): Promise<void> => {
      const { deployments, releases, models, scores, lists, runtimes } = await buckets.open();
      const parts = { postgres, deployments, releases, models, scores, lists, runtimes, log };
      const result = await beginRollout(parts, { organisationId, userId: null }, rolloutId);
      if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The rollout ${rolloutId} is ${result.kind}.`);
    },
    publishScores: async ({ organisationId, predictionId, model }: JobData["scores.publish"]): Promise<void> => {
      const { models, scores, lists } = await buckets.open();
      await publishScores({ postgres, models, scores, lists }, { organisationId, userId: null }, { predictionId, model });
    },
    publishList: async ({ organisationId, listId }: JobData["list.publish"]): Promise<void> => {
      const { models, lists } = await buckets.open();
      await publishList({ postgres, models, lists }, { organisationId, userId: null }, listId);
    },
    publishKeys: async ({ organisationId, keyIds }: JobData["keys.publish"]): Promise<void> => {
      await publishKeys({ postgres, keys: (await buckets.open()).keys }, organisationId, keyIds);
    },
    publishSecrets: async ({ organisationId, secretIds }: JobData["secrets.publish"]): Promise<void> => {
      await publishSecrets({ postgres, secretEntries: (await buckets.open()).secrets }, organisationId, secretIds);
    },
  };
}
