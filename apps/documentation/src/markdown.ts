/** The site path of a link, or undefined if the site has no such page. */
export type Resolve = (target: string) => string | undefined;

const fence = /^\s*(?:```|~~~)/;
/** Code spans are matched first, so that links inside them are not changed. */
const codeOrLink = /`[^`\n]*`|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g;

/** Rewrites the links of a page. Targets that are not on the site, such as source files, become plain text. */
export function rewriteLinks(text: string, resolve: Resolve): string {
  return outsideFences(text, (part) =>
    part.replaceAll(codeOrLink, (whole, image: string | undefined, label: string | undefined, target: string | undefined) => {
      if (label === undefined || target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
      const address = resolve(target);
      return address === undefined ? label : `${image ?? ""}[${label}](${address})`;
    }),
  );
}

/** Removes comments, such as the markers of tutorials, which are only for readers of the source. */
export function removeComments(text: string): string {
  return outsideFences(text, (part) => part.replaceAll(/[ \t]*<!--[\s\S]*?-->/g, ""));
}

/** A section of a page as a page of its own: its heading becomes the title, and lower headings move up. */
export function sectionOf(text: string, heading: string): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^#{2,6} /.test(line) && line.replace(/^#+ /, "") === heading);
  const level = /^#+/.exec(lines[start] ?? "")?.[0].length;
  if (level === undefined) throw new Error(`There is no section "${heading}".`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => new RegExp(`^#{1,${level}} `).test(line));
  const section = [lines[start] ?? "", ...(end === -1 ? rest : rest.slice(0, end))].join("\n");
  return outsideFences(section, (part) => part.replaceAll(new RegExp(`^#{${level - 1}}(?=#)`, "gm"), ""));
}

/** GitHub's anchor of a heading, so that one link works on both. As in `scripts/docs-check/markdown.ts`. */
export function anchorOf(heading: string): string {
  return heading
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** A table cell with escaped bars. */
export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function outsideFences(text: string, change: (part: string) => string): string {
  const parts: { isCode: boolean; lines: string[] }[] = [{ isCode: false, lines: [] }];
  let isCode = false;
  for (const line of text.split("\n")) {
    const isFence = fence.test(line);
    if (isFence && !isCode) parts.push({ isCode: true, lines: [] });
    parts.at(-1)?.lines.push(line);
    if (isFence && isCode) parts.push({ isCode: false, lines: [] });
    if (isFence) isCode = !isCode;
  }
  // After a fence at the end of the text.
  if (parts.at(-1)?.lines.length === 0) parts.pop();
  return parts.map((part) => (part.isCode ? part.lines.join("\n") : change(part.lines.join("\n")))).join("\n");
}
