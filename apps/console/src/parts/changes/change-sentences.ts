import type { Change, PropertyChange } from "@airlock/flow";

/** One change of a flow as a sentence. */
export interface ChangeSentence {
  readonly key: string;
  readonly what: Change["what"];
  /** Of the node, link or field. */
  readonly id: string;
  readonly text: string;
  /** Both readings; absent for what was added or removed as a whole. */
  readonly before?: string;
  readonly after?: string;
}

/** Properties whose rows are listed one by one. */
const rowWords: Readonly<Record<string, string>> = {
  ranges: "band",
  values: "value",
  thenFields: "assignment",
  setFields: "assignment",
  headers: "header",
  inputFields: "input",
  responseMapping: "mapping of the response",
  lookupOutputs: "column",
  reasonCodes: "reason code",
};

const propertyWords: Readonly<Record<string, string>> = {
  type: "kind",
  typeVersion: "version of the kind",
  conditionFields: "condition",
  calculations: "formula",
  resultField: "result field",
  scoredField: "scored field",
  scoredDatasource: "source of the scored field",
  defaultScore: "default score",
  config: "prediction",
  scoreField: "score field",
  url: "address",
  timeoutMillis: "time limit in milliseconds",
  ifFails: "behaviour when the call fails",
  failedField: "field for a failed call",
  keyField: "key",
  keyDatasource: "source of the key",
  foundField: "field for a found key",
  keyType: "type of the key",
  version: "pinned version",
  linkOrder: "order of the links",
  branches: "choice of links",
  otherwise: "otherwise setting",
  source: "start",
  target: "end",
  required: "required setting",
  order: "position",
};

const article = (word: string) => (/^[aeiou]/.test(word) ? "an" : "a");

/** What the change is about, inside a sentence. */
function subject({ what, name }: Change): string {
  switch (what) {
    case "node":
      return name;
    case "link":
      return `the link from ${name}`;
    case "applicationField":
      return `the application field ${name}`;
    case "runtimeField":
      return `the runtime field ${name}`;
    case "reasonText":
      return `the text of ${name}`;
    case "list":
      return `the list ${name}`;
    case "subFlow":
      return `the sub-flow ${name}`;
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function propertySentence(change: Change, { property, item, before, after }: PropertyChange): string {
  const about = subject(change);
  const row = rowWords[property];
  if (row !== undefined && item !== undefined) {
    if (before === "") return sentence(`${article(row)} ${row} of ${about} was added`);
    if (after === "") return sentence(`${article(row)} ${row} of ${about} was removed`);
    return sentence(`${article(row)} ${row} of ${about} changed`);
  }
  if (property === "name") return sentence(`${about} was renamed`);
  if (property === "listId") return sentence(`${about} was replaced by another list of this name`);
  if (property === "text") return sentence(`${about} changed`);
  return sentence(`the ${row ?? propertyWords[property] ?? property} of ${about} changed`);
}

/** What decides differently, one sentence for each difference, in the order of the diagram. */
export function changeSentences(changes: readonly Change[]): readonly ChangeSentence[] {
  return changes
    .filter(({ meaning }) => meaning)
    .flatMap((change): readonly ChangeSentence[] => {
      const { what, id } = change;
      if (change.change !== "changed") {
        return [
          {
            key: `${what} ${id}`,
            what,
            id,
            text: sentence(change.change === "added" ? `${subject(change)} was added` : `${subject(change)} was removed`),
          },
        ];
      }
      return change.properties
        .filter(({ meaning }) => meaning)
        .map((one) => ({
          key: `${what} ${id} ${one.property} ${one.item ?? ""}`,
          what,
          id,
          text: propertySentence(change, one),
          before: one.before,
          after: one.after,
        }));
    });
}

/** Things that are drawn or worded differently and decide the same. */
export function wordedOnly(changes: readonly Change[]): number {
  return changes.filter(({ meaning }) => !meaning).length;
}
