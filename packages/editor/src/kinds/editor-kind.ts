import type { FieldSource, FieldType, NodeKind, NodeProperties } from "@airlock/flow";
import type { ListName } from "../rows/row-list.ts";

/** What the panel shows for a property and what it takes. */
export type PropertyInput = {
  readonly label: string;
} & (
  | { readonly input: "field"; readonly source: FieldSource | "scoredDatasource"; readonly types: readonly FieldType[] }
  | { readonly input: "number" }
  | { readonly input: "whole"; readonly least: number; readonly most: number }
  | { readonly input: "text"; readonly longest: number }
  /** Text in which `${application.name}` stands for a field; commands take it as people read it, the document holds keys. */
  | { readonly input: "references"; readonly longest: number }
  | { readonly input: "choice"; readonly choices: readonly string[] }
);

/** The properties of a kind that are not lists. */
export type SingleProperties<Kind extends NodeKind> = Omit<NodeProperties<Kind>, ListName>;

/** What the editor must know about a kind of node. One file beside this one says it for each kind. */
export interface EditorKind<Kind extends NodeKind> {
  readonly kind: Kind;
  readonly group: "Flow" | "Logic" | "Scores" | "Connect";
  /** One line in the palette: "If and then". */
  readonly hint: string;
  readonly properties: { readonly [Property in keyof SingleProperties<Kind>]: PropertyInput };
}
