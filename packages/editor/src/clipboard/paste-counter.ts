/** Counts how often one text was pasted, so that each paste lands 40 px further; another text begins anew. */
export interface PasteCounter {
  readonly text: string;
  readonly count: number;
}

export const pasteOffset = 40;

export function countPaste(before: PasteCounter | undefined, text: string): PasteCounter {
  return { text, count: before?.text === text ? before.count + 1 : 1 };
}
