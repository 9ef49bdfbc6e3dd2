import type { FieldName, FieldSource, FieldType, NodeKind, NodeOf, NodeProperties } from "@airlock/flow";
import type { ListName } from "../rows/row-list.ts";

/** The name of a property with the dataset of another property's field. */
export type SourceProperty = `${string}Datasource`;

/** How the panel shows a property, and which values it accepts. */
export type PropertyInput = {
  readonly label: string;
  /** The value that is left out of a node, of a property that may be left out. */
  readonly omitted?: string;
} &
  /** The source of the field, or the property of the node that has it. */
  (
    | { readonly input: "field"; readonly source: FieldSource | SourceProperty; readonly types: readonly FieldType[] }
    | { readonly input: "number" }
    | { readonly input: "whole"; readonly min: number; readonly max: number }
    | { readonly input: "text"; readonly longest: number }
    /** Text with references such as `${application.name}`; commands take it with names, as users type it, the document stores keys. */
    | { readonly input: "references"; readonly longest: number }
    | { readonly input: "choice"; readonly choices: readonly string[] }
  );

/** The properties of a kind that are not lists. */
export type SingleProperties<Kind extends NodeKind> = Omit<NodeProperties<Kind>, ListName>;

/** The editor's description of a node kind, without React: the `kind.ts` in each kind's folder exports one of these. */
export interface EditorKind<Kind extends NodeKind> {
  readonly kind: Kind;
  readonly group: "Flow" | "Logic" | "Scores" | "Connect";
  /** One line in the palette: "If and then". */
  readonly hint: string;
  /** All that a node does: under its panel, and for screen readers. */
  readonly sentence: (node: NodeOf<Kind>, fieldName: FieldName) => string;
  readonly properties: { readonly [Property in keyof SingleProperties<Kind>]-?: PropertyInput };
}
