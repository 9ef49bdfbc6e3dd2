/** A name on a page, with its line. */
export interface Named {
  readonly text: string;
  readonly line: number;
}

/** The names on a Markdown page: code spans and lines of code blocks, links, and the anchors of its headings. */
export interface Page {
  readonly spans: readonly Named[];
  /** Lines of fenced blocks that are shell commands. */
  readonly commands: readonly Named[];
  readonly links: readonly Named[];
  readonly anchors: ReadonlySet<string>;
}

const fence = /^\s*(?:```|~~~)\s*(\w*)/;
const shells = new Set(["sh", "bash", "shell", "console"]);

export function readPage(text: string): Page {
  const spans: Named[] = [];
  const commands: Named[] = [];
  const links: Named[] = [];
  const anchors = new Set<string>();
  let block: string | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const number = index + 1;
    const [, language] = fence.exec(line) ?? [];
    if (language !== undefined) block = block === undefined ? language : undefined;
    else if (block !== undefined) {
      if (shells.has(block)) commands.push({ text: line.replace(/(^|\s)#.*$/, ""), line: number });
    } else {
      for (const [, span = ""] of line.matchAll(/`([^`]+)`/g)) spans.push({ text: span.trim(), line: number });
      const prose = line.replaceAll(/`[^`]*`/g, "");
      for (const [, target = ""] of prose.matchAll(/\]\(([^)\s]+)\)/g)) links.push({ text: target, line: number });
      const [, heading] = /^#{1,6}\s+(.+?)\s*#*$/.exec(line) ?? [];
      if (heading !== undefined) anchors.add(freeAnchor(anchorOf(heading), anchors));
    }
  }
  return { spans, commands, links, anchors };
}

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/[`*]|\]\([^)]*\)|\[/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function freeAnchor(anchor: string, taken: ReadonlySet<string>): string {
  if (!taken.has(anchor)) return anchor;
  let count = 1;
  while (taken.has(`${anchor}-${count}`)) count += 1;
  return `${anchor}-${count}`;
}
