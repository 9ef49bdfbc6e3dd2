import { findList, type FlowList, type FlowLists } from "../lists/flow-list.ts";
import type { DatasetField, Datasets, FieldSource } from "../node-parts.ts";
import { shownReferences } from "../formula/reference-texts.ts";
import { findSubFlow, type CalledFlow, type CalledFlows } from "../sub-flows/sub-flow.ts";
import { unknownName } from "../references.ts";

/** The data fields by source and key, each with an index for sets of fields. */
export class Fields {
  readonly list: readonly (DatasetField & { readonly source: FieldSource })[];
  /** How a formula refers to a field, as it is shown. */
  readonly formulaReference: (source: FieldSource, key: string) => string;
  readonly #places: { readonly [Source in FieldSource]: ReadonlyMap<string, number> };

  readonly #used: FlowLists & CalledFlows;

  constructor(definition: Datasets & FlowLists & CalledFlows) {
    this.#used = definition;
    const application = definition.applicationDatasetFields.map((field) => ({ ...field, source: "Application" as const }));
    const runtime = definition.runtimeDatasetFields.map((field) => ({ ...field, source: "Runtime" as const }));
    this.list = [...application, ...runtime];
    this.formulaReference = shownReferences(definition);
    this.#places = {
      Application: new Map(application.map(({ key }, index) => [key, index])),
      Runtime: new Map(runtime.map(({ key }, index) => [key, application.length + index])),
    };
  }

  place(source: FieldSource, key: string): number | undefined {
    return this.#places[source].get(key);
  }

  get(source: FieldSource, key: string): DatasetField | undefined {
    const place = this.place(source, key);
    return place === undefined ? undefined : this.list[place];
  }

  flowList(name: string): FlowList | undefined {
    return findList(this.#used, name);
  }

  subFlow(versionId: string): CalledFlow | undefined {
    return findSubFlow(this.#used, versionId);
  }

  name(source: FieldSource, key: string): string {
    return this.get(source, key)?.name ?? unknownName;
  }
}
