/** What a new solution starts from: a template, by the name of its file, or a file of the user. */
export const scorecardTemplate = "consumer-credit-scorecard";
export const ownFile = "file";

/** `#add` on the list of solutions opens the dialog for a new one; `#add-<start>` with a choice made. */
export function addHash(start = ""): string {
  return start === "" ? "add" : `add-${start}`;
}

/** The start in a hash; undefined if it does not open the dialog. */
export function startIn(hash: string): string | undefined {
  if (hash === "add") return "";
  return hash.startsWith("add-") ? hash.slice("add-".length) : undefined;
}
