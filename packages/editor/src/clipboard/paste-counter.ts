/** Counts how often one text was pasted, so that each paste is offset by another 40 px; another text starts again at 0. */
export interface PasteCounter {
  readonly text: string;
  readonly count: number;
}

export const pasteOffset = 40;

export function countPaste(before: PasteCounter | undefined, text: string): PasteCounter {
  return { text, count: before?.text === text ? before.count + 1 : 1 };
}
