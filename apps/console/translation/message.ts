/**
 * A message is a text with numbered gaps: `{0}` for a value, `<1>...</1>` for an element around a text, `<2/>` for one without. A brace or an
 * angle bracket of the text itself is quoted: `'{'`.
 */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value" | "open" | "close" | "empty"; readonly index: number };

export function messageText(parts: readonly MessagePart[]): string {
  return parts.map(partText).join("");
}

function partText(part: MessagePart): string {
  if (part.kind === "text") return part.text.replaceAll(/[{}<>]/g, "'$&'");
  if (part.kind === "value") return `{${part.index}}`;
  return part.kind === "open" ? `<${part.index}>` : part.kind === "close" ? `</${part.index}>` : `<${part.index}/>`;
}

const gap = /'([{}<>])'|\{(\d+)\}|<(\d+)>|<\/(\d+)>|<(\d+)\/>/g;

export function messageParts(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let text = "";
  let end = 0;
  const flush = () => {
    if (text !== "") parts.push({ kind: "text", text });
    text = "";
  };
  for (const match of message.matchAll(gap)) {
    const [whole, quoted, value, open, close, empty] = match;
    text += message.slice(end, match.index) + (quoted ?? "");
    end = match.index + whole.length;
    if (quoted !== undefined) continue;
    flush();
    const kind = value !== undefined ? "value" : open !== undefined ? "open" : close !== undefined ? "close" : "empty";
    parts.push({ kind, index: Number(value ?? open ?? close ?? empty) });
  }
  text += message.slice(end);
  flush();
  return parts;
}

/** The gaps of a message in a fixed order: a translation must have the same, in any order. */
export function gapsOf(message: string): string {
  return messageParts(message)
    .flatMap((part) => (part.kind === "text" ? [] : [`${part.kind} ${part.index}`]))
    .toSorted()
    .join(", ");
}
