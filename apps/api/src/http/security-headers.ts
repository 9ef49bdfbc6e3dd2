import type { FastifyInstance } from "fastify";

/** Responses are data for our own origin: they must not be cached, sniffed, framed or executed. */
export function securityHeaders(options: { readonly publicUrl: string }): Readonly<Record<string, string>> {
  return {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(options.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

export function addSecurityHeaders(app: FastifyInstance, options: { readonly publicUrl: string }): void {
  const headers = securityHeaders(options);
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
}
