import { limits, type DatasetField, type FieldSource, type FieldType } from "@airlock/flow";

/** A field of the new flow. Its type is found out while expressions are read. */
export interface Field {
  readonly source: FieldSource;
  readonly key: string;
  readonly name: string;
  /** As the file has it. */
  readonly original: string;
  type: FieldType | undefined;
  /** Whether a node sets it. Fields of the request always have their value. */
  isSet: boolean;
  /** The file has no such field: the flow needs it to choose links. */
  readonly isHelper: boolean;
}

/** The fields of the new flow, by the names of the file. */
export class Fields {
  readonly application = new Map<string, Field>();
  readonly runtime = new Map<string, Field>();

  /** With `name`, fields of the same original name differ. */
  field(source: FieldSource, original: string, { isHelper = false, name = original } = {}): Field {
    const fields = source === "Application" ? this.application : this.runtime;
    const known = fields.get(name);
    if (known !== undefined) return known;
    const taken = new Set([...fields.values()].map(({ name }) => name));
    const key = `${source === "Application" ? "a" : "r"}${fields.size + 1}`;
    const field: Field = {
      source,
      key,
      name: freeName(name, taken),
      original,
      type: undefined,
      isSet: source === "Application",
      isHelper,
    };
    fields.set(name, field);
    return field;
  }

  nameOf(source: FieldSource, key: string): string {
    const fields = source === "Application" ? this.application : this.runtime;
    return [...fields.values()].find((field) => field.key === key)?.name ?? key;
  }

  datasets(): { applicationDatasetFields: readonly DatasetField[]; runtimeDatasetFields: readonly DatasetField[] } {
    return { applicationDatasetFields: listed(this.application), runtimeDatasetFields: listed(this.runtime) };
  }
}

function listed(fields: ReadonlyMap<string, Field>): readonly DatasetField[] {
  return [...fields.values()]
    .filter(({ isSet }) => isSet)
    .map(({ key, name, type }) => ({ key, name, type: type ?? "String", required: false }));
}

/** Letters, digits and underscores, and no other field's name. */
function freeName(original: string, taken: ReadonlySet<string>): string {
  const plain = original
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}_]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, limits.nameLength - 5);
  const base = plain === "" ? "field" : /^\p{N}/u.test(plain) ? `_${plain}` : plain;
  // The editor shows fields that no longer exist by this name.
  let name = base === "unknown" ? "unknown_field" : base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
  return name;
}
