import { actionNamed, actionNames, basePath } from "@airlock/contract";
import type { FastifyInstance } from "fastify";
import { sendProblem } from "./problem-reply.ts";

const addresses = actionNames
  .map((name) => actionNamed(name))
  .filter(({ servedBy }) => servedBy === "api")
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }));

/** A path that exists for other methods gets a 405 that lists them; any other is a 404. */
export function addNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const allow = [...new Set(addresses.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))].join(", ");
    if (allow === "") return sendProblem(reply, { code: "ROUTE_UNKNOWN" });
    reply.header("allow", allow);
    return sendProblem(reply, { code: "METHOD_NOT_ALLOWED", details: { allow } });
  });
}
