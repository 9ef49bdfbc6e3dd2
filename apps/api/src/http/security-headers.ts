import type { FastifyInstance } from "fastify";

/** Answers are data for our own origin: nothing may cache them, sniff them, frame them or run them. */
export function addSecurityHeaders(app: FastifyInstance, options: { readonly publicUrl: string }): void {
  const headers = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(options.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
}
