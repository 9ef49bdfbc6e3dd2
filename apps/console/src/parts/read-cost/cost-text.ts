import { sizeText } from "../../ui/format/size-text.ts";

export interface Cost {
  readonly bytes: number;
  readonly budget: number;
}

/** `columns` as it is read aloud: "3 columns". */
export function costText({ bytes, budget }: Cost, columns: string): string {
  const taken = `The rows stay in BigQuery. Reading ${columns} takes ${sizeText(bytes)}`;
  return bytes > budget
    ? `${taken}, which is over the budget of ${sizeText(budget)} per run, so it is refused. Use fewer columns.`
    : `${taken} of the budget of ${sizeText(budget)} per run.`;
}
