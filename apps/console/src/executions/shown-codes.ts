/** Characters that one line of the column takes at 1440 pixels. */
const lineLength = 36;

/** The reason codes of an execution that fit one line, each once, and the others; the first is always shown. */
export function shownCodes(codes: readonly string[]): { readonly shown: readonly string[]; readonly others: readonly string[] } {
  const all = [...new Set(codes)];
  let length = 0;
  const fitting = all.findIndex((code, at) => {
    // A chip has room around its text.
    length += code.length + 2;
    return at > 0 && length > lineLength;
  });
  const count = fitting === -1 ? all.length : fitting;
  return { shown: all.slice(0, count), others: all.slice(count) };
}
