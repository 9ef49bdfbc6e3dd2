/**
 * Orders to the runtimes: what Postgres says, told through JetStream. The api does it in the request that asked, the worker in the
 * job that was stored with the change; both do it the same way, and doing it twice does no harm.
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
export { lastOrderNumber, standingOrders } from "./standing-orders.ts";
