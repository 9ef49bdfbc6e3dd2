import { csvBody } from "@airlock/contract";
import { errorCodes, type FastifyInstance } from "fastify";
import { limitedBody } from "./limited-body.ts";

/**
 * Parses JSON, and bytes or a CSV stream for calls that take them. Some clients send the JSON content type without a body, so an empty body is no
 * body; keys that would reach a prototype are refused.
 */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  // Bytes, for the calls that take them; for all others, validation refuses them.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  // Read by the handler as it arrives. To other calls, a stream could look like an empty object.
  app.addContentTypeParser("text/csv", (request, payload, done) => {
    const { schema, bodyLimit } = request.routeOptions;
    if (schema?.body === csvBody) done(null, limitedBody(payload, bodyLimit));
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE("text/csv"));
  });
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
