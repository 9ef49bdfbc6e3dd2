import { referencesInText } from "../../references.ts";
import type { Check } from "../../validate/check.ts";

const address = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;
const hostName = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?$/u;
const port = /:[0-9]{1,5}$/;
const bracketed = /^\[[0-9a-f:.]+\]$/i;
// Control characters, spaces and what RFC 3986 leaves out of addresses altogether; braces are taken out with their references.
const forbidden = /[\s\p{Cc}"<>\\^`{}|]/u;

/**
 * The address of a web call. What it really connects to is checked again when it does; here the designer learns early, and a
 * caller's value can never choose the host.
 */
export function checkUrl(url: string, check: Check): void {
  const node = check.title;
  if (url.trim() === "") {
    check.report("URL_MISSING", { node }, "url");
    return;
  }
  const [, scheme = "", authority = "", rest = ""] = address.exec(url) ?? [];
  if (scheme.toLowerCase() !== "http" && scheme.toLowerCase() !== "https") {
    check.report("URL_SCHEME", { node }, "url");
    return;
  }
  if (referencesInText(authority).length > 0) {
    check.report("URL_HOST_FROM_FIELD", { node }, "url");
    return;
  }
  if (authority.includes("@")) check.report("URL_CREDENTIALS", { node }, "url");
  const host = authority.slice(authority.lastIndexOf("@") + 1).replace(port, "");
  if (!hostName.test(host) && !bracketed.test(host)) check.report("URL_HOST", { node }, "url");
  else if (isPrivate(host.toLowerCase())) check.report("URL_PRIVATE", { node }, "url");
  if (forbidden.test(withoutReferences(rest))) check.report("URL_CHARACTERS", { node }, "url");
  if (scheme.toLowerCase() === "http") check.report("URL_NOT_ENCRYPTED", { node }, "url");
}

function withoutReferences(text: string): string {
  return text.replace(/\$\{[^{}]*\}/g, "");
}

/** Hosts that are private by their very name or number. */
function isPrivate(host: string): boolean {
  if (host === "localhost" || /\.(?:localhost|local|internal)\.?$/.test(host)) return true;
  if (host.startsWith("[")) return /^\[(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*|::ffff:.*)\]$/.test(host);
  const [a = "", b = "", ...others] = host.split(".");
  if (others.length !== 2 || ![a, b, ...others].every((part) => /^[0-9]{1,3}$/.test(part))) return false;
  const first = Number(a);
  const second = Number(b);
  if (first === 0 || first === 10 || first === 127) return true;
  if (first === 172) return second >= 16 && second < 32;
  if (first === 100) return second >= 64 && second < 128;
  return (first === 192 && second === 168) || (first === 169 && second === 254);
}
