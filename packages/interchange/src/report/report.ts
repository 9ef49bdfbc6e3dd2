/** How a file of another product was converted, part by part. Nothing is dropped without an entry. */

/** `approximated`: it is there, but differs from the original in the way that the text says. */
export type Level = "converted" | "approximated" | "leftOut";

export interface ReportEntry {
  readonly level: Level;
  /** What it is in the file, such as "rule" or "input". */
  readonly kind: string;
  /** Its position in the file, such as `Table "Tariff", rule 3`. */
  readonly where: string;
  /** As it is written in the file; empty where that says nothing. */
  readonly source: string;
  /** What it became, or why it was left out. */
  readonly text: string;
  /** The node that has it now, or that misses it. */
  readonly nodeId?: string;
  /** Whether decisions can differ from the original. */
  readonly changesResults?: true;
}

export class Report {
  readonly entries: ReportEntry[] = [];

  converted(entry: Omit<ReportEntry, "level">): void {
    this.entries.push({ level: "converted", ...entry });
  }

  approximated(entry: Omit<ReportEntry, "level">): void {
    this.entries.push({ level: "approximated", ...entry });
  }

  leftOut(entry: Omit<ReportEntry, "level">): void {
    this.entries.push({ level: "leftOut", ...entry });
  }
}
