import type { ReactNode } from "react";

/** The little of Markdown that our own pages use: headings, paragraphs, lists, code, bold, emphasis, `code` and links. */
export function Markdown({ text }: { readonly text: string }) {
  return <>{blocks(text).map((block, index) => drawn(block, index))}</>;
}

type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly text: string };

export function blocks(text: string): readonly Block[] {
  const found: Block[] = [];
  const parts = text.replaceAll("\r\n", "\n").split(/^```[^\n]*$/m);
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1) {
      found.push({ kind: "code", text: part.replace(/^\n|\n$/g, "") });
      continue;
    }
    for (const piece of part.split(/\n{2,}/)) found.push(...piecesOf(piece.trim()));
  }
  return found;
}

/** The id of a heading, so that a link can lead to it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function piecesOf(piece: string): readonly Block[] {
  if (piece === "") return [];
  const heading = /^(#{1,6}) +([^\n]+)(?:\n([\s\S]*))?$/.exec(piece);
  if (heading) {
    const [, marks = "#", title = "", rest = ""] = heading;
    const level = marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3;
    return [{ kind: "heading", level, text: title }, ...piecesOf(rest.trim())];
  }
  if (/^[-*] /.test(piece))
    return [{ kind: "list", items: piece.split(/\n(?=[-*] )/).map((item) => item.slice(2).replaceAll(/\n\s*/g, " ")) }];
  return [{ kind: "paragraph", text: piece.replaceAll("\n", " ") }];
}

function drawn(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case "heading":
      return block.level === 1 ? (
        <h1 key={key}>{block.text}</h1>
      ) : block.level === 2 ? (
        <h2 key={key} id={anchorOf(block.text)}>
          {inline(block.text)}
        </h2>
      ) : (
        <h3 key={key} id={anchorOf(block.text)}>
          {inline(block.text)}
        </h3>
      );
    case "code":
      return (
        <pre
          key={key}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it may scroll sideways, which the keyboard must be able to do too.
          tabIndex={0}
        >
          {block.text}
        </pre>
      );
    case "list":
      return (
        <ul key={key}>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ul>
      );
    case "paragraph":
      return <p key={key}>{inline(block.text)}</p>;
  }
}

function inline(text: string): readonly ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((piece, index) => {
    if (piece.startsWith("**")) return <strong key={index}>{piece.slice(2, -2)}</strong>;
    if (/^\*[^*]+\*$/.test(piece)) return <em key={index}>{piece.slice(1, -1)}</em>;
    if (piece.startsWith("`")) return <code key={index}>{piece.slice(1, -1)}</code>;
    const link = /^\[([^\]]+)\]\((https?:[^)]+)\)$/.exec(piece);
    if (link) {
      return (
        <a key={index} href={link[2]} target="_blank" rel="noopener">
          {link[1]}
        </a>
      );
    }
    // A link to a file of the repository has no page here; its words stay.
    return piece.replace(/^\[([^\]]+)\]\([^)]+\)$/, "$1");
  });
}
