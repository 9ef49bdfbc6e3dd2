/** As the style sheet has them: `max-width` of a pill, its padding and border, and a mean character. */
const maxWidth = 220;
const around = 20;
const character = 6.8;

/** How wide the pill with this text is about, 0 without text. Fonts differ by up to a tenth: the estimate is on the wide side. */
export function pillWidthOf(text: string): number {
  return text === "" ? 0 : Math.min(maxWidth, Math.ceil(text.length * character) + around);
}
