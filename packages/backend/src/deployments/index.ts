/**
 * Publishing the state of Postgres to the runtimes through JetStream. The api does it in the request, the worker in the job that was stored with the
 * change; both use the same code, which is idempotent.
 */
export { carryOut, type CarriedOut, type DeploymentParts } from "./carry-out.ts";
export { awaitConfirmation, confirmation, keysConfirmation, releaseConfirmation, type Confirmation, type Order } from "./confirm.ts";
export { confirmKeys, publishKeys, type KeyParts } from "./keys.ts";
export { beginRelease, confirmRelease, publishRelease, type BegunRelease, type ReleaseParts } from "./releases.ts";
export { beginRollout } from "./rollouts.ts";
export { publishList } from "./lists.ts";
export { publishModels } from "./models.ts";
export { publishScores, type ModelParts } from "./scores.ts";
export { publishSecrets, type SecretParts } from "./secrets.ts";
export type { SharedBucket } from "./publish.ts";
export { watchRuntimes, type Runtimes } from "./runtimes.ts";
export { lastSequenceNumber, desiredState } from "./desired-state.ts";
