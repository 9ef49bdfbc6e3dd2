/**
 * Orders to the runtimes: what Postgres says, told through JetStream. The api does it in the request that asked, the worker in the
 * job that was stored with the change; both do it the same way, and doing it twice does no harm.
 */
export { carryOut, type CarriedOut, type DeploymentParts } from "./orders-deployment.ts";
export { awaitConfirmation, confirmation, type Confirmation, type Order } from "./orders-confirm.ts";
export { publishKeys, type KeyParts } from "./orders-keys.ts";
export { publishModels } from "./orders-models.ts";
export { publishScores, type ModelParts } from "./orders-scores.ts";
export { publishSecrets, type SecretParts } from "./orders-secrets.ts";
export type { SharedBucket } from "./orders-publish.ts";
export { watchRuntimes, type Runtimes } from "./orders-runtimes.ts";
