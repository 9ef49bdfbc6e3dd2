/**
 * The console's content security policy. Style elements have the request's nonce, which is `$request_id` in nginx. Only the development server needs
 * inline scripts and styles and a websocket.
 */
export function contentSecurityPolicy(issuer: string, mode: "files" | "vite"): string {
  const provider = new URL(issuer).origin;
  const isVite = mode === "vite";
  const directives = {
    "default-src": ["'self'"],
    "script-src": isVite ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    "style-src": isVite ? ["'self'", "'unsafe-inline'"] : ["'self'", "'nonce-$request_id'"],
    "connect-src": ["'self'", provider, ...(isVite ? ["ws:"] : [])],
    "frame-ancestors": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", provider],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
