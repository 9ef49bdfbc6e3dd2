import { csvBody } from "@airlock/contract";
import { errorCodes, type FastifyInstance } from "fastify";
import { limitedBody } from "./limited-body.ts";

/**
 * JSON, and bytes or a stream of CSV where a call takes them. Callers send the JSON content type with calls that have no body, so an empty one is no body; keys that
 * would reach a prototype are refused.
 */
export function addJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  // Bytes, for the calls that take them; every other one finds that they are not what it takes.
  app.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  // Read by the handler as it arrives. To other calls, a stream could look like an object without any field.
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
