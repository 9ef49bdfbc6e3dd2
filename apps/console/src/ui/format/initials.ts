let letters: Intl.Segmenter | undefined;

function firstLetter(text: string): string {
  const name = text.trim();
  // Nothing to segment: before a character of ASCII there is no accent to combine with. The first use of `Intl` takes longer than rendering the frame.
  if (/^(?:[!-~](?:[ -~]|$)|$)/.test(name)) return name.charAt(0).toUpperCase();
  letters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const [first] = letters.segment(name);
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** The first letters of first and last name: 'MV' for Mara Visser. */
export function initials(firstName: string, name: string): string {
  return firstLetter(firstName) + firstLetter(name);
}

export function fullName(firstName: string, name: string): string {
  return [firstName, name]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" ");
}
