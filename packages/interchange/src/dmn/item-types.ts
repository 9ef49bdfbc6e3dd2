import type { FieldType } from "@airlock/flow";
import type { Report } from "../report/report.ts";
import { nameText } from "./parse-feel.ts";
import type { Part } from "./read-dmn.ts";

const builtIn: Readonly<Record<string, FieldType>> = {
  string: "String",
  number: "Float",
  integer: "Float",
  long: "Float",
  double: "Float",
  boolean: "Boolean",
  date: "Date",
};

const deepest = 20;

/** Types that a file refers to by name: those of FEEL, and its own item definitions. */
export class ItemTypes {
  readonly #items: ReadonlyMap<string, Part>;

  constructor(definitions: Part) {
    this.#items = new Map(definitions.parts("itemDefinition").map((item) => [item.text("name"), item]));
  }

  /** The type of a part of structured data, or of the value itself. Undefined where the file does not say it. */
  typeOf(typeRef: string, path: readonly string[], depth = 0): FieldType | undefined {
    const name = typeRef.replace(/^feel:/u, "");
    const item = this.#items.get(name);
    if (depth > deepest) return undefined;
    const [first, ...rest] = path;
    if (item === undefined) return first === undefined && Object.hasOwn(builtIn, name) ? builtIn[name] : undefined;
    if (first === undefined) return this.typeOf(item.text("typeRef") || (item.part("typeRef")?.text("text") ?? ""), [], depth + 1);
    const component = item.parts("itemComponent").find((part) => nameText(part.text("name")) === first);
    return component === undefined ? undefined : this.typeOf(component.text("typeRef"), rest, depth + 1);
  }

  /** Data of this shape: FEEL's parser needs the names in it. */
  example(typeRef: string, depth = 0): unknown {
    const components = this.#items.get(typeRef)?.parts("itemComponent") ?? [];
    if (components.length === 0 || depth > deepest) return null;
    return Object.fromEntries(components.map((part) => [nameText(part.text("name")), this.example(part.text("typeRef"), depth + 1)]));
  }

  report(report: Report): void {
    for (const [name, item] of this.#items) {
      const allowed = item.part("allowedValues")?.text("text") ?? "";
      const entry = { kind: "item definition", where: `Item definition "${name}"`, source: allowed };
      if (allowed === "") report.converted({ ...entry, text: "The types of fields" });
      else report.approximated({ ...entry, text: "The types of fields. That a value is one of these is not checked." });
    }
  }
}
