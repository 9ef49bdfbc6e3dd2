const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function firstLetter(text: string): string {
  const [first] = letters.segment(text.trim());
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
