import type { Log } from "@airlock/platform";
import type { FastifyInstance } from "fastify";

/** One line per request, with its ids. Without the query, because searches contain personal data. */
export function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook("onResponse", (request, reply, next) => {
    const level = reply.statusCode >= 500 ? "error" : "info";
    if (!log.isLevelEnabled(level)) return next();
    const line = {
      ...request.ids,
      method: request.method,
      path: request.url.split("?")[0],
      route: request.routeOptions.url,
      status: reply.statusCode,
      millis: Math.round(reply.elapsedTime * 10) / 10,
    };
    log[level](line, "request");
    next();
  });
}
