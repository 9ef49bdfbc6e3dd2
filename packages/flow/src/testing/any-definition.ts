/** Definitions of every shape for property tests: well-formed, though rarely sensible. Not part of the package. */
import * as fc from "fast-check";
import type { DatasetField, Definition, FlowComment, FlowLink, FlowList, FlowNode, Mocks, SubFlow, TestCase } from "../definition.ts";
import { nodeKinds } from "../kinds/kind-of.ts";
import { listKeyTypes } from "../lists/flow-list.ts";
import { mocksOrNone } from "../mocks.ts";
import { newNode } from "../new-node.ts";
import { reasonTextsOrNone } from "../reason-texts.ts";
import {
  calculationOperators,
  conditionOperators,
  fieldSources,
  fieldTypes,
  hitPolicies,
  operandSources,
  plainCondition,
  setterOperators,
  webCallMethods,
} from "../operators.ts";

const id = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/), fc.constantFrom("__proto__", "constructor", "toString"));
const key = fc.oneof(fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/), fc.constantFrom("__proto__", "constructor", "unknown", "f1", "f2"));
const text = fc
  .oneof(fc.string({ unit: "grapheme", maxLength: 20 }), fc.constantFrom("", "0", "18", "-2.5", "1e5", "${application.f1}", "${runtime.x"))
  .filter((value) => !value.includes("\u0000") && value.length <= 64);
const reference = fc.oneof(fc.constant(""), key);

const condition = fc
  .record({
    conditionalOperator: fc.constantFrom("&&" as const, "||" as const),
    leftHandDatasource: fc.constantFrom(...fieldSources),
    leftHandFieldname: reference,
    leftHandType: fc.constantFrom(...fieldTypes),
    operator: fc.constantFrom(...conditionOperators),
    rightHandDatasource: fc.constantFrom(...operandSources),
    rightHandFieldname: reference,
    rightHandValues: fc.array(text, { maxLength: 4 }),
  })
  .map(plainCondition);
const setter = fc.record({
  leftHandDatasource: fc.constant("Runtime"),
  leftHandFieldname: reference,
  leftHandType: fc.constantFrom(...fieldTypes),
  operator: fc.constantFrom(...setterOperators),
  rightHandDatasource: fc.constantFrom(...operandSources),
  rightHandFieldname: reference,
});
const calculationItem = fc.record({
  datasource: fc.constantFrom(...operandSources),
  fieldKey: reference,
  operator: fc.constantFrom(...calculationOperators),
  level: fc.integer({ min: 0, max: 5 }),
});
const numberText = fc.oneof(text, fc.integer().map(String), fc.constantFrom("", "0.1", "600", "620"));
const range = fc.record({
  id,
  rangeFromIncludeExclude: fc.constantFrom("[", "("),
  rangeFrom: numberText,
  rangeTo: numberText,
  rangeToIncludeExclude: fc.constantFrom("]", ")"),
  score: numberText,
  reasonCode: text,
});
const listValue = fc.record({ id, value: text, score: numberText, reasonCode: text });
const formulaText = fc.oneof(
  text,
  fc.constantFrom("application.f1 + runtime.f2", "if(runtime.f1 = 1, round(application.f2, 2), 0)", "min(1,", "len(runtime.f1)"),
);
const inputCell = fc.oneof(text, fc.constantFrom("-", ">= 18", "[18..65)", "NL, BE", 'not "US"', "missing", "true"));
const outputCell = fc.oneof(text, fc.constantFrom("-", "= application.f1 * 2", "=1", '"a"'));
const rows = { maxLength: 6 };

/** For each kind, what its nodes have beyond the rest. */
/** A record in which these properties may be left out. */
function optional(names: readonly string[], parts: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  return fc.record(parts, { requiredKeys: Object.keys(parts).filter((name) => !names.includes(name)) });
}

const properties: { readonly [Kind in FlowNode["type"]]: fc.Arbitrary<object> } = {
  Start: fc.constant({}),
  End: fc.constant({}),
  EasyRule: fc.record({ conditionFields: fc.array(condition, rows), thenFields: fc.array(setter, rows) }),
  DecisionTable: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 })).chain(([inputs, outputs]) => {
    const row = (cells: number): fc.Arbitrary<object> =>
      fc.record({
        id,
        inputs: fc.array(inputCell, { minLength: cells, maxLength: cells }),
        outputs: fc.array(outputCell, { minLength: outputs, maxLength: outputs }),
        reasonCode: text,
      });
    return fc.record({
      hitPolicy: fc.constantFrom(...hitPolicies),
      inputColumns: fc.array(fc.record({ id, formula: formulaText }), { minLength: inputs, maxLength: inputs }),
      outputColumns: fc.array(fc.record({ id, resultField: reference }), { minLength: outputs, maxLength: outputs }),
      tableRows: fc.array(row(inputs), rows),
      defaultRows: fc.array(row(0), { maxLength: 1 }),
    });
  }),
  Calculation: fc.record({ calculations: fc.array(calculationItem, rows), resultField: reference }),
  Formula: fc.record({ formulas: fc.array(fc.record({ resultField: reference, formula: formulaText }), rows) }),
  SetState: fc.record({ setFields: fc.array(setter, rows) }),
  RangeScore: fc.record({
    scoredDatasource: fc.constantFrom(...fieldSources),
    scoredField: reference,
    ranges: fc.array(range, rows),
    defaultScore: numberText,
    resultField: reference,
  }),
  ListScore: fc.record({
    scoredDatasource: fc.constantFrom(...fieldSources),
    scoredField: reference,
    values: fc.array(listValue, rows),
    defaultScore: numberText,
    resultField: reference,
  }),
  Lookup: fc.record({
    list: text,
    keyDatasource: fc.constantFrom(...fieldSources),
    keyField: reference,
    lookupOutputs: fc.array(fc.record({ column: text, resultField: reference }), rows),
    foundField: reference,
  }),
  SubFlow: fc.record({
    versionId: reference,
    versionName: text,
    subFlowInputs: fc.array(fc.record({ field: text, datasource: fc.constantFrom(...operandSources), fieldKey: reference }), rows),
    subFlowOutputs: fc.array(fc.record({ field: text, resultField: reference }), rows),
  }),
  WebCall: optional(["ifFails", "failedField"], {
    ifFails: fc.constant("continue"),
    failedField: key,
    method: fc.constantFrom(...webCallMethods),
    url: text,
    headers: fc.array(fc.record({ key: text, value: text }), rows),
    body: text,
    timeoutMillis: fc.integer({ min: 1, max: 60_000 }),
    responseMapping: fc.array(
      optional(["defaultValue"], {
        datasetType: fc.constantFrom("application", "runtime"),
        fieldName: reference,
        param: text,
        defaultValue: text.filter((value) => value !== ""),
      }),
      rows,
    ),
  }),
  Prediction: fc.record({
    config: id,
    model: fc.nat(),
    inputFields: fc.array(fc.record({ name: text, datasource: fc.constantFrom(...fieldSources), fieldKey: reference }), rows),
    scoreField: reference,
  }),
};

const coordinate = fc.integer({ min: -1_000, max: 5_000 });
const node: fc.Arbitrary<FlowNode> = fc
  .constantFrom(...nodeKinds)
  .chain((kind) =>
    fc
      .tuple(id, coordinate, coordinate, text, properties[kind])
      .map(([nodeId, x, y, label, own]) => ({ ...newNode(kind, nodeId, x, y), label, ...own })),
  );

const field: fc.Arbitrary<DatasetField> = fc.record({ key, name: text, type: fc.constantFrom(...fieldTypes), required: fc.boolean() });

function link(nodes: readonly FlowNode[]): fc.Arbitrary<FlowLink> {
  const end = fc.constantFrom("", "nobody", ...nodes.map((one) => one.id));
  return fc
    .record({
      id,
      source: end,
      target: end,
      label: text,
      width: fc.integer({ min: 0, max: 50 }),
      curvyness: fc.integer({ min: 0, max: 100 }),
      color: text,
      conditionFields: fc.array(condition, { maxLength: 4 }),
      otherwise: fc.boolean(),
    })
    .map((drawn) => ({
      ...drawn,
      sourcePort: nodes.find((one) => one.id === drawn.source)?.ports.find((port) => !port.in)?.id ?? "",
      targetPort: nodes.find((one) => one.id === drawn.target)?.ports.find((port) => port.in)?.id ?? "",
    }));
}

const comment: fc.Arbitrary<FlowComment> = fc.record({ id, x: coordinate, y: coordinate, text, author: text, createdDate: text });
const caseValue = fc.oneof(text, fc.integer());
const testCase: fc.Arbitrary<TestCase> = fc
  .record({
    id,
    name: text,
    input: fc.dictionary(key, caseValue, { maxKeys: 4 }),
    status: fc.constantFrom(undefined, "completed" as const, "failed" as const),
    runtimeData: fc.dictionary(key, fc.option(caseValue), { maxKeys: 4 }),
    reasonCodes: fc.option(fc.array(text, { maxLength: 3 }), { nil: undefined }),
    webCalls: fc.option(fc.dictionary(key, fc.record({ status: fc.integer({ min: 100, max: 599 }), body: text }), { maxKeys: 2 }), {
      nil: undefined,
    }),
    executionId: fc.option(id, { nil: undefined }),
  })
  .map(({ id: caseId, name, input, status, runtimeData, reasonCodes, webCalls, executionId }) => ({
    id: caseId,
    name,
    input: { ...input },
    expect: {
      ...(status === undefined ? {} : { status }),
      runtimeData: { ...runtimeData },
      ...(reasonCodes === undefined ? {} : { reasonCodes }),
    },
    ...(webCalls === undefined ? {} : { webCalls: { ...webCalls } }),
    ...(executionId === undefined ? {} : { executionId }),
  }));

const mocks: fc.Arbitrary<Mocks | undefined> = fc
  .record({
    webCalls: fc.dictionary(key, fc.record({ status: fc.integer({ min: 100, max: 599 }), body: text, isLive: fc.boolean() }), {
      maxKeys: 2,
    }),
    predictions: fc.dictionary(key, fc.record({ score: fc.integer(), reasonCodes: fc.array(text, { maxLength: 2 }) }), { maxKeys: 2 }),
  })
  .map(({ webCalls, predictions }) => {
    const calls = Object.entries(webCalls).map(([node, { isLive, ...response }]) => [
      node,
      { ...response, ...(isLive ? { live: true } : {}) },
    ]);
    return mocksOrNone({ webCalls: Object.fromEntries(calls) as Mocks["webCalls"] & {}, predictions: { ...predictions } });
  });

const reasonTexts = fc.dictionary(key, text, { maxKeys: 3 }).map(reasonTextsOrNone);

const flowList: fc.Arbitrary<FlowList> = fc.record({
  listId: id,
  name: text,
  keyType: fc.constantFrom(...listKeyTypes),
  columns: fc.array(fc.record({ name: text, type: fc.constantFrom(...fieldTypes) }), rows),
});
const flowLists = fc.uniqueArray(flowList, { selector: ({ name }) => name, maxLength: 3 });

const unique = { selector: (one: { readonly id: string }) => one.id };

/** The parser leaves out empty lists of comments and cases. */
const someOf = <Thing extends { readonly id: string }>(thing: fc.Arbitrary<Thing>) =>
  fc.option(fc.uniqueArray(thing, { ...unique, minLength: 1, maxLength: 3 }), { nil: undefined });

const drawnDefinition = fc.uniqueArray(node, { ...unique, maxLength: 12 }).chain((nodes) =>
  fc.record({
    solutionDefinition: fc.record({
      nodes: fc.constant(nodes),
      links: fc.uniqueArray(link(nodes), { ...unique, maxLength: 20 }),
      zoom: fc.integer({ min: 1, max: 400 }),
    }),
    applicationDatasetFields: fc.uniqueArray(field, { selector: (one) => one.key, maxLength: 6 }),
    runtimeDatasetFields: fc.uniqueArray(field, { selector: (one) => one.key, maxLength: 6 }),
    applicationTestData: fc.array(fc.record({ name: text, value: text }), { maxLength: 4 }),
  }),
);

const subFlow: fc.Arbitrary<SubFlow> = fc.record({
  versionId: id,
  name: text,
  solutionId: id,
  solutionName: text,
  behaviour: fc.integer({ min: 1, max: 5 }),
  definition: drawnDefinition,
});
const subFlowsOrNone = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.uniqueArray(subFlow, { selector: ({ versionId }) => versionId, maxLength: 2 }) },
);

export const anyDefinition: fc.Arbitrary<Definition> = fc
  .tuple(drawnDefinition, flowLists, subFlowsOrNone, someOf(comment), someOf(testCase), mocks, reasonTexts)
  .map(([drawn, lists, subFlows, comments, testCases, mocked, texts]) => ({
    ...drawn,
    ...(subFlows.length === 0 ? {} : { subFlows }),
    ...(lists.length === 0 ? {} : { lists }),
    solutionDefinition: { ...drawn.solutionDefinition, ...(comments === undefined ? {} : { comments }) },
    ...(testCases === undefined ? {} : { testCases }),
    ...(mocked === undefined ? {} : { mocks: mocked }),
    ...(texts === undefined ? {} : { reasonTexts: texts }),
  }));
