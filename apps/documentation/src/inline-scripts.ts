import { createHash } from "node:crypto";

export interface Extracted {
  readonly html: string;
  /** Scripts by file name. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Moves inline scripts to files, because the content security policy forbids them. They still run in order and before the page is shown, so that a
 * dark page never flashes white.
 */
export function extractInlineScripts(html: string, base: string): Extracted {
  const files = new Map<string, string>();
  const changed = html.replaceAll(/<script\b([^>]*)>([^<][\s\S]*?)<\/script>/g, (whole, attributes: string, code: string) => {
    if (/\bsrc=/.test(attributes) || /application\/(?:ld\+)?json/.test(attributes)) return whole;
    const name = `assets/inline.${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
    files.set(name, code);
    return `<script${attributes} src="${base}${name}"></script>`;
  });
  return { html: changed, files };
}
