import { maxListFileBytes, pieceBytes } from "@airlock/contract";
import fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { answerUnreadable } from "@airlock/platform";
import { auditRoutes } from "./audit/routes.ts";
import { bucketRoutes } from "./bucket/routes.ts";
import { can, type Can } from "./can.ts";
import { comparisonRoutes } from "./comparison/routes.ts";
import { datasourceRoutes } from "./datasource/routes.ts";
import { definitionRoutes } from "./definition/routes.ts";
import { groupRoutes } from "./group/routes.ts";
import { healthRoutes, type HealthSources } from "./health.ts";
import { addErrorHandler } from "./http/errors.ts";
import { problemOfRequest } from "./http/failure.ts";
import { addJsonBody } from "./http/json-body.ts";
import { addNotFound } from "./http/not-found.ts";
import { addRateLimit } from "./http/rate-limit.ts";
import { sendProblem } from "./http/problem-reply.ts";
import { addRequestIds, giveIds } from "./http/request-ids.ts";
import { addRequestLog } from "./http/request-log.ts";
import { createRouter } from "./http/router.ts";
import { addSecurityHeaders, securityHeaders } from "./http/security-headers.ts";
import { heatRoutes } from "./heat/routes.ts";
import { productionFactRoutes } from "./production-facts/routes.ts";
import { importRoutes } from "./import/routes.ts";
import { keyRoutes } from "./key/routes.ts";
import { organisationRoutes } from "./organisation/routes.ts";
import type { Parts } from "./parts.ts";
import { driftRoutes } from "./prediction/drift-routes.ts";
import { predictionRoutes } from "./prediction/routes.ts";
import { refusedRequestRoutes } from "./refused-request/routes.ts";
import { retentionRoutes } from "./retention/routes.ts";
import { roleRoutes } from "./role/routes.ts";
import { secretRoutes } from "./secret/routes.ts";
import { sessionRoutes } from "./session/routes.ts";
import { solutionRoutes } from "./solution/routes.ts";
import { erasureRoutes } from "./erasure/routes.ts";
import { executionRoutes } from "./execution/routes.ts";
import { experimentRoutes } from "./experiment/routes.ts";
import { exportRoutes } from "./export/routes.ts";
import { statsRoutes } from "./stats/routes.ts";
import { subFlowRoutes } from "./sub-flow/routes.ts";
import { uploadRoutes } from "./upload/routes.ts";
import { userRoutes } from "./user/routes.ts";
import { executeAsUserRoute } from "./version/execute-as-user.ts";
import { listRoutes } from "./list/routes.ts";
import { monitorRoutes } from "./monitor/routes.ts";
import { releasePolicyRoutes } from "./release-request/policy-routes.ts";
import { releaseRequestRoutes } from "./release-request/routes.ts";
import { releaseRoutes } from "./release/routes.ts";
import { rolloutRoutes } from "./rollout/routes.ts";
import { versionRoutes } from "./version/routes.ts";
import { whatIfRoutes } from "./what-if/routes.ts";

export interface ServerOptions extends HealthSources {
  readonly publicUrl: string;
  readonly requestsPerMinute: number;
  /** Maximum bytes of an input that the runtimes accept, for the API page and the OpenAPI document of a version. */
  readonly runtimeMaxBodyBytes?: number;
  /** Addresses, blocks, or `loopback`, `linklocal`, `uniquelocal`, whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Replaced only in tests of row-level security, which switch the checks off. */
  readonly can?: Can;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Methods and paths of all routes, for the test that compares them with the action table. */
    registeredRoutes: string[];
  }
}

const megabyte = 1024 * 1024;

export async function buildServer(parts: Parts, options: ServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    // Behind the edge the caller's address is in its header; from elsewhere the header is not trusted.
    trustProxy: [...options.trustedProxies],
    bodyLimit: megabyte,
    exposeHeadRoutes: false,
    // A file of a million rows is written to Postgres while it is received. The edge protects against slow clients.
    requestTimeout: 120_000,
    routerOptions: { maxParamLength: 200 },
    // Pending requests are completed when the process stops; their connections are closed then.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    // Requests that cannot be routed, such as those with a malformed URL, do not reach the hooks below.
    frameworkErrors: (error, request, reply) => {
      giveIds(request, reply);
      reply.headers(securityHeaders(options));
      void sendProblem(reply, problemOfRequest(error) ?? { code: "INVALID_REQUEST" });
    },
  });
  app.decorate("registeredRoutes", []);
  app.addHook("onRoute", ({ method, url }) => {
    app.registeredRoutes.push(`${String(method)} ${url.replaceAll(/:(\w+)/g, "{$1}")}`);
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addRequestIds(app);
  addSecurityHeaders(app, options);
  addRequestLog(app, parts.log);
  addErrorHandler(app, parts.log);
  addNotFound(app);
  addJsonBody(app);
  await addRateLimit(app, { perMinute: options.requestsPerMinute });

  const router = createRouter(app, {
    postgres: parts.postgres,
    tokens: parts.tokens,
    can: options.can ?? can,
    log: parts.log,
    settings: {
      // Definitions may be large; any other body of this size is a mistake or an attack.
      "definition.update": { bodyLimit: 3 * megabyte },
      "solutions.create": { bodyLimit: 3 * megabyte },
      // A piece of a file.
      "upload.add": { bodyLimit: pieceBytes.max },
      // A file of a million rows, read as it arrives.
      "list.import": { bodyLimit: maxListFileBytes },
      // Public, so it has a stricter limit.
      "user.validate": { config: { rateLimit: { max: Math.ceil(options.requestsPerMinute / 10), timeWindow: 60_000 } } },
    },
  });
  sessionRoutes(router, parts);
  solutionRoutes(router, parts);
  definitionRoutes(router, parts);
  versionRoutes(router, parts, options.publicUrl, options.runtimeMaxBodyBytes);
  subFlowRoutes(router);
  releaseRoutes(router, parts);
  releasePolicyRoutes(router);
  releaseRequestRoutes(router, parts);
  monitorRoutes(router);
  listRoutes(router, parts);
  rolloutRoutes(router, parts);
  executeAsUserRoute(app, parts);
  statsRoutes(router, parts);
  executionRoutes(router, parts);
  refusedRequestRoutes(router, parts);
  heatRoutes(router, parts);
  productionFactRoutes(router, parts);
  comparisonRoutes(router, parts);
  whatIfRoutes(router, parts);
  exportRoutes(router, parts);
  erasureRoutes(router, parts);
  retentionRoutes(router, parts);
  userRoutes(router, parts);
  keyRoutes(router, parts);
  roleRoutes(router, parts);
  organisationRoutes(router, parts);
  groupRoutes(router, parts);
  auditRoutes(router, parts);
  secretRoutes(router, parts);
  datasourceRoutes(router, parts);
  experimentRoutes(router, parts);
  predictionRoutes(router, parts);
  driftRoutes(router, parts);
  bucketRoutes(router, parts);
  uploadRoutes(router, parts);
  importRoutes(router, parts);
  router.complete();
  healthRoutes(app, parts, options);
  return app;
}
