import type { FastifyInstance } from "fastify";

/**
 * JSON, and bytes where a call takes them. Callers send the JSON content type with calls that have no body, so an empty one is no body; keys that
 * would reach a prototype are refused.
 */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  // Bytes, for the calls that take them; every other one finds that they are not what it takes.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
