/** Invariants of every document that commands can produce, checked without the code of the rules. For tests only. */
import {
  conditionOperatorsFor,
  setterOperatorsFor,
  inPort,
  limits,
  outPort,
  parseDefinition,
  type ConditionItem,
  type FieldType,
  type SetterItem,
} from "@airlock/flow";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";

export function brokenRules(document: FlowDocument): readonly string[] {
  const broken: string[] = [];
  const nodes = document.nodes.toArray();
  const links = document.links.toArray();
  if (nodes.filter((node) => node.type === "Start").length !== 1) broken.push("there is not one Start");
  const pairs = new Set<string>();
  for (const link of links) {
    const source = document.nodes.get(link.source);
    const target = document.nodes.get(link.target);
    if (source === undefined || target === undefined) broken.push(`${link.id} is loose`);
    else if (outPort(source)?.id !== link.sourcePort || inPort(target)?.id !== link.targetPort)
      broken.push(`${link.id} runs the wrong way`);
    if (pairs.has(`${link.source} ${link.target}`)) broken.push(`${link.id} is drawn twice`);
    pairs.add(`${link.source} ${link.target}`);
    if (link.otherwise && link.conditionFields.length > 0) broken.push(`${link.id} is otherwise and has conditions`);
  }
  if (hasLoop(document)) broken.push("there is a loop");
  for (const node of nodes) {
    if (node.type !== "Calculation") continue;
    if (node.calculations.length < 2) broken.push(`${node.id} has fewer than two items`);
    const deepest = Math.max(0, Math.min(node.calculations.length - 2, limits.calculationLevel));
    if (node.calculations.some((item) => item.level > deepest || item.level < 0)) broken.push(`${node.id} is too deep`);
  }
  // A stored document must be readable again, in every part.
  const parsed = parseDefinition(JSON.parse(JSON.stringify(definitionOf(document))));
  if (!parsed.ok) broken.push(...parsed.problems.map((problem) => `${problem.path}: ${problem.message}`));
  return broken;
}

/** Literals, operators and fields must fit, as long as no field was deleted or retyped. */
export function misfits(document: FlowDocument): readonly string[] {
  const found: string[] = [];
  const types = {
    Application: new Map(document.applicationFields.map((field) => [field.key, field.type])),
    Runtime: new Map(document.runtimeFields.map((field) => [field.key, field.type])),
  };
  const check = (id: string, item: ConditionItem | SetterItem): void => {
    const type = types[item.leftHandDatasource].get(item.leftHandFieldname);
    if (item.leftHandFieldname !== "" && type !== item.leftHandType) found.push(`${id}: type beside the field`);
    const left = type ?? item.leftHandType;
    const allowed: readonly string[] = [...conditionOperatorsFor(left), ...setterOperatorsFor(left)];
    if (!allowed.includes(item.operator)) found.push(`${id}: ${item.operator} on a ${left}`);
    for (const text of "rightHandValues" in item ? (item.rightHandValues ?? []) : []) {
      if (!isTypable(left, text)) found.push(`${id}: ${text} for ${left}`);
    }
    if (item.operator === "in list" || item.operator === "not in list") return;
    if (item.rightHandDatasource === "Literal") {
      if (!isTypable(left, item.rightHandFieldname)) found.push(`${id}: ${item.rightHandFieldname} for ${left}`);
    } else if (item.rightHandFieldname !== "") {
      const right = types[item.rightHandDatasource].get(item.rightHandFieldname);
      const fits = right === left || (right === "Integer" && left === "Float");
      if (!fits) found.push(`${id}: ${right} meets ${left}`);
    }
  };
  for (const link of document.links.toArray()) for (const item of link.conditionFields) check(link.id, item);
  for (const node of document.nodes.toArray()) {
    if (node.type === "EasyRule") for (const item of [...node.conditionFields, ...node.thenFields]) check(node.id, item);
    if (node.type === "SetState") for (const item of node.setFields) check(node.id, item);
    if (node.type === "Calculation") {
      for (const item of node.calculations) {
        const isNumber =
          item.datasource === "Literal"
            ? isTypable("Float", item.fieldKey)
            : !["String", "Boolean", "Date"].includes(types[item.datasource].get(item.fieldKey) ?? "");
        if (!isNumber) found.push(`${node.id}: ${item.fieldKey} is not a number`);
      }
    }
    if (node.type === "RangeScore") {
      const texts = node.ranges.flatMap((range) => [range.rangeFrom, range.rangeTo, range.score]);
      for (const text of [...texts, node.defaultScore]) if (!isTypable("Float", text)) found.push(`${node.id}: ${text} is not a number`);
    }
  }
  return found;
}

/** A text that can still become a literal of this type by typing. */
function isTypable(type: FieldType, text: string): boolean {
  if (type === "String" || text === "" || text === "-") return true;
  if (type === "Boolean") return text === "true" || text === "false";
  if (type === "Date") return /^[\d-]{0,10}$/.test(text);
  return type === "Integer" ? /^-?\d+$/.test(text) : /^-?(0|[1-9]\d*)(\.\d*)?$/.test(text);
}

function hasLoop(document: FlowDocument): boolean {
  const waiting = new Map(document.nodes.toArray().map((node) => [node.id, 0]));
  const links = document.links.toArray();
  for (const link of links) waiting.set(link.target, (waiting.get(link.target) ?? 0) + 1);
  const open = [...waiting].flatMap(([id, count]) => (count === 0 ? id : []));
  let done = 0;
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    done += 1;
    for (const link of links) {
      if (link.source !== id) continue;
      const left = (waiting.get(link.target) ?? 1) - 1;
      waiting.set(link.target, left);
      if (left === 0) open.push(link.target);
    }
  }
  return done < waiting.size;
}
