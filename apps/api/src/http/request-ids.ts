import { newId, type WorkIds } from "@airlock/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    ids: Required<WorkIds> & { readonly correlationId: string; readonly requestId: string };
  }
}

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/;

/** One correlation id for everything that a user action causes, one request id for each attempt; both are returned to the caller. */
export function addRequestIds(app: FastifyInstance): void {
  // The hook sets it before anything reads it.
  app.decorateRequest("ids", undefined as unknown as FastifyRequest["ids"]);
  app.addHook("onRequest", (request, reply, next) => {
    giveIds(request, reply);
    next();
  });
}

/** Also for requests that never reach a hook. */
export function giveIds(request: FastifyRequest, reply: FastifyReply): void {
  request.ids = { correlationId: given(request, "x-correlation-id"), requestId: given(request, "x-request-id") };
  reply.headers({ "x-correlation-id": request.ids.correlationId, "x-request-id": request.ids.requestId });
}

/** The values are copied into logs and responses, so only valid ids are accepted. */
function given(request: FastifyRequest, header: string): string {
  const value = request.headers[header];
  return typeof value === "string" && acceptable.test(value) ? value : newId();
}
