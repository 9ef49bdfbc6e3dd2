export interface JsonToken {
  readonly kind: "key" | "text" | "number" | "plain";
  readonly text: string;
}

/** A key with its colon, a text, a number; the rest is punctuation. */
const token = /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** The parts of formatted JSON that have a colour. Joined again they are the text itself. */
export function jsonTokens(json: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    if (match.index > end) tokens.push({ kind: "plain", text: json.slice(end, match.index) });
    tokens.push({ kind: match[1] !== undefined ? "key" : match[2] !== undefined ? "text" : "number", text: match[0] });
    end = match.index + match[0].length;
  }
  return end < json.length ? [...tokens, { kind: "plain", text: json.slice(end) }] : tokens;
}
