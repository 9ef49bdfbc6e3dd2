export type * from "./definition.ts";
export { branchesOf } from "./branches.ts";
export { calendarDay, dateText, dayNumber, daysInMonth, firstDay, lastDay, readDateText } from "./date-text.ts";
export { emptyDefinition } from "./empty-definition.ts";
export type { FieldRead, FieldRef, FieldUse, FieldWrite, GlyphPath, KindDescription, ModelRef } from "./kinds/kind.ts";
export {
  asNodeKind,
  callsServices,
  modelOf,
  nodeCondition,
  nodeKinds,
  nodeMatching,
  nodeReads,
  nodeReasonCodes,
  nodeSetTexts,
  nodeSummary,
  nodeUses,
  nodeWrites,
  webCallOf,
  withModel,
} from "./kinds/kind-of.ts";
export { kinds } from "./kinds/registry.ts";
export { hitPolicyLabel, inputText, tableRowText } from "./kinds/decision-table/kind.ts";
export { ifFailsChoices } from "./kinds/web-call/kind.ts";
export { openArgument } from "./formula/call-arguments.ts";
export type { Formula, FormulaProblem, FormulaType } from "./formula/formula.ts";
export { findFunction, formulaFunctions, signatureText, type FormulaFunction, type FunctionName } from "./formula/functions.ts";
export { parseFormula } from "./formula/parse-formula.ts";
export { bareReference, fieldReference, printFormula } from "./formula/print-formula.ts";
export { bareReferences, shownFormula, shownReferences, storedFormula, typedProblems } from "./formula/reference-texts.ts";
export { tokenize } from "./formula/tokens.ts";
export { typeFormula } from "./formula/type-formula.ts";
export type { TypedFormula } from "./formula/typed-formula.ts";
export { axisOf, type Axis } from "./table/axis.ts";
export { printCell, textItem } from "./table/print-cell.ts";
export { anyCell, readCell, type CellProblem, type ReadCell } from "./table/read-cell.ts";
export { nothingCell, outputText, readOutput, type ReadOutput } from "./table/read-output.ts";
export { cellsOfGap, cellWithoutOverlap, inputTypes } from "./table/table-fixes.ts";
export { hasValue, type ValueSet } from "./sets/value-set.ts";
export { jsonWith, readJsonPath, type JsonPath } from "./json-path.ts";
export type { FactPeriod, ListedTexts, ProductionFacts, UnlistedValue, UnusedRow } from "./production/facts.ts";
export { listedTexts, listingKey, textsOfCondition } from "./production/listed-texts.ts";
export { productionFindings, type ProductionFindingCode } from "./production/production-findings.ts";
export { findings as findingCatalogue, type FindingCode } from "./findings.ts";
export { limits } from "./limits.ts";
export { findList, listKeyTypes, withListVersions } from "./lists/flow-list.ts";
export {
  fieldOutside,
  incomingLinks,
  inlined,
  inlinedNode,
  splitInlinedId,
  subFlowCalls,
  usedSolutions,
  usedVersions,
  type InlinedPart,
} from "./sub-flows/inlined.ts";
export { pinnedBySubFlows, withListsOfSubFlows } from "./sub-flows/lists-of-sub-flows.ts";
export { setTextsIn } from "./sub-flows/set-texts.ts";
export { findSubFlow } from "./sub-flows/sub-flow.ts";
export { usedLists } from "./lists/used-lists.ts";
export { literalWanted, readLiteral, type Literal, type LiteralProblem } from "./literal.ts";
export { reasonCodesIn, reasonTextsOrNone } from "./reason-texts.ts";
export { mocksInUse, mocksOrNone, type MocksInUse } from "./mocks.ts";
export {
  newCalculationItem,
  newCondition,
  newFormula,
  newKeyValue,
  newListValue,
  newOutput,
  newRange,
  newSetter,
  newTableRow,
} from "./new-items.ts";
export { linkDefaults, newLink } from "./new-link.ts";
export { gridSize, inPort, newNode, outPort } from "./new-node.ts";
export { readFloatText, readIntegerText, readNumberText, type NumberText, type NumberTextProblem } from "./number-text.ts";
export * from "./operators.ts";
export { parseDefinition, type ParsedDefinition } from "./parse/parse-definition.ts";
export type { ParseProblem, ParseProblemCode } from "./parse/parse-problem.ts";
export {
  fieldNames,
  fillMarkedSecrets,
  markedSecrets,
  markSecrets,
  referencesInText,
  referencesToKeys,
  referencesToNames,
  referenceText,
  secretsInText,
  secretText,
  type TextReference,
} from "./references.ts";
export { calculationText, conditionsText, conditionText, listed, setterText } from "./wording.ts";
export { clipped } from "./validate/check.ts";
export { isValidRuntime, validate } from "./validate/validate.ts";
export { canonicalText } from "./diff/canonical-text.ts";
export { diff, hasSameMeaning, type Change, type PropertyChange } from "./diff/diff.ts";
export { merge, type Merged, type MergeConflict, type MergeSide } from "./diff/merge.ts";
export { fromFile, toFile } from "./diff/file.ts";
export { affectedValues, comparedTogether } from "./thresholds/compared-number.ts";
export { hasSameThresholds, thresholdsOf, withThresholds, type Threshold, type ThresholdChange } from "./thresholds/thresholds.ts";
