import {
  mocksOrNone,
  reasonTextsOrNone,
  type DatasetField,
  type Definition,
  type FlowComment,
  type FlowLink,
  type FlowList,
  type FlowNode,
} from "@airlock/flow";
import type { FieldSource, Mocks, ReasonTexts, SubFlow, TestCase, TestValue } from "@airlock/flow";
import { Table } from "./table.ts";

/**
 * The edited document: a definition by ids. Immutable; an edit returns a new one that shares all unchanged parts. Zoom and selection are
 * not in it, because undo must not restore them.
 */
export interface FlowDocument {
  readonly nodes: Table<FlowNode>;
  readonly links: Table<FlowLink>;
  readonly applicationFields: readonly DatasetField[];
  readonly runtimeFields: readonly DatasetField[];
  /** Lists of the organisation that the flow uses. */
  readonly lists: readonly FlowList[];
  /** Versions of other solutions that the flow uses. */
  readonly subFlows: readonly SubFlow[];
  readonly testData: readonly TestValue[];
  readonly comments: readonly FlowComment[];
  readonly testCases: readonly TestCase[];
  readonly mocks: Mocks;
  readonly reasonTexts: ReasonTexts;
  /** Fields that were deleted since the solution was opened, so that a use of one can bring it back. Not part of the definition. */
  readonly deletedFields?: readonly DeletedField[];
}

export interface DeletedField extends DatasetField {
  readonly source: FieldSource;
}

const noLists: readonly FlowList[] = [];
const noSubFlows: readonly SubFlow[] = [];
const noMocks: Mocks = {};
const noReasonTexts: ReasonTexts = {};

const definitions = new WeakMap<FlowDocument, Definition>();
const documents = new WeakMap<Definition, FlowDocument>();

/** A definition that was made of a document maps back to that document, so that a saved definition is compared by reference. */
export function documentOf(definition: Definition): FlowDocument {
  const known = documents.get(definition);
  if (known !== undefined) return known;
  const { nodes, links } = definition.solutionDefinition;
  return {
    nodes: Table.of(nodes, (node) => node.id),
    links: Table.of(links, (link) => link.id),
    applicationFields: definition.applicationDatasetFields,
    runtimeFields: definition.runtimeDatasetFields,
    lists: definition.lists ?? noLists,
    subFlows: definition.subFlows ?? noSubFlows,
    testData: definition.applicationTestData,
    comments: definition.solutionDefinition.comments ?? [],
    testCases: definition.testCases ?? [],
    mocks: definition.mocks ?? noMocks,
    reasonTexts: definition.reasonTexts ?? noReasonTexts,
  };
}

/** The definition to save or validate. Cached: the same object for the same document and zoom. */
export function definitionOf(document: FlowDocument, zoom = 100): Definition {
  const known = definitions.get(document);
  if (known?.solutionDefinition.zoom === zoom) return known;
  const { comments, testCases, lists, subFlows } = document;
  const mocks = mocksOrNone(document.mocks);
  const reasonTexts = reasonTextsOrNone(document.reasonTexts);
  const definition: Definition = {
    solutionDefinition: {
      nodes: document.nodes.toArray(),
      links: document.links.toArray(),
      zoom,
      ...(comments.length === 0 ? {} : { comments }),
    },
    applicationDatasetFields: document.applicationFields,
    runtimeDatasetFields: document.runtimeFields,
    applicationTestData: document.testData,
    ...(lists.length === 0 ? {} : { lists }),
    ...(subFlows.length === 0 ? {} : { subFlows }),
    ...(testCases.length === 0 ? {} : { testCases }),
    ...(mocks === undefined ? {} : { mocks }),
    ...(reasonTexts === undefined ? {} : { reasonTexts }),
  };
  definitions.set(document, definition);
  documents.set(definition, document);
  return definition;
}
