import {
  fieldNames,
  referencesToNames,
  type CalculationItem,
  type ConditionItem,
  type Definition,
  type FlowNode,
  type OutputItem,
  type SetterItem,
} from "@airlock/flow";
import type { Form, Hand } from "./hand.ts";

/**
 * Builds a whole solution on an empty canvas: fields, then the flow along its links, each node with all of its settings. Only what differs from the
 * editor's defaults is changed, like a user would.
 */
export async function build(hand: Hand, definition: Definition): Promise<void> {
  const { nodes, links } = definition.solutionDefinition;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const recipe = new Recipe(hand.form, definition);
  await hand.addFields("application", definition.applicationDatasetFields);
  await hand.addFields("runtime", definition.runtimeDatasetFields);
  const forks = new Set<string>();
  const plainFrom = new Set<string>();
  const isThere = new Set(nodes.filter(({ type }) => type === "Start").map(({ id }) => id));
  for (const link of links) {
    const [source, target] = [byId.get(link.source), byId.get(link.target)];
    if (source === undefined || target === undefined) throw new Error("The example has a loose link.");
    if (!isThere.has(target.id)) {
      isThere.add(target.id);
      await hand.addAfter(source.label, target, plainFrom.has(source.id));
      await recipe.fill(target);
    }
    await hand.link(source.label, target.label);
    // A link next to links with conditions starts as otherwise.
    const isOtherwise = forks.has(source.id);
    if (link.conditionFields.length > 0) forks.add(source.id);
    else if (!link.otherwise) plainFrom.add(source.id);
    if (link.conditionFields.length === 0 && link.otherwise === isOtherwise) continue;
    await hand.openLink(source.label, target.label);
    await recipe.conditions(link.conditionFields);
    if (link.conditionFields.length === 0) await hand.form.press("Otherwise");
  }
  await hand.save();
}

class Recipe {
  readonly form: Form;
  readonly names: ReturnType<typeof fieldNames>;

  constructor(form: Form, definition: Definition) {
    this.form = form;
    this.names = fieldNames(definition);
  }

  async fill(node: FlowNode): Promise<void> {
    const { form } = this;
    switch (node.type) {
      case "Start":
      case "End":
        return;
      case "EasyRule":
        await this.conditions(node.conditionFields);
        return this.setters(node.thenFields);
      case "SetState":
        return this.setters(node.setFields);
      case "Calculation":
        await form.choose("Result", this.name("Runtime", node.resultField));
        return this.calculation(node.calculations);
      case "RangeScore":
      case "ListScore":
        await form.choose("Scored field", this.name(node.scoredDatasource, node.scoredField));
        if (node.type === "RangeScore")
          await form.fillTable(
            "band",
            node.ranges.map((row) => [row.rangeFrom, row.rangeTo, row.score, row.reasonCode]),
          );
        else
          await form.fillTable(
            "value",
            node.values.map((row) => [row.value, row.score, row.reasonCode]),
          );
        await form.type("Default points", node.defaultScore);
        return form.choose("Result", this.name("Runtime", node.resultField));
      case "WebCall":
        if (node.method !== "GET") await form.choose("Method", node.method);
        await form.type("URL", this.text(node.url));
        for (const [index, header] of node.headers.entries()) {
          await form.addRow("header");
          await form.type(`Header ${index + 1} name`, header.key);
          await form.type(`Header ${index + 1} value`, this.text(header.value));
        }
        if (node.body !== "") await form.type("Body", this.text(node.body));
        return this.mapping(node.responseMapping);
      case "Prediction":
        throw new Error("No example has a prediction.");
      case "DecisionTable":
        throw new Error("No example has a decision table.");
      case "Formula":
        throw new Error("No example has a formula.");
      case "Lookup":
        throw new Error("No example has a lookup.");
      case "SubFlow":
        throw new Error("No example has a sub-flow.");
    }
  }

  async conditions(items: readonly ConditionItem[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      await this.form.addRow("condition");
      if (index > 0 && item.conditionalOperator === "||") await this.form.press(`Condition ${index + 1} is joined by or`);
      await this.rule(`Condition ${index + 1}`, item, "==");
    }
  }

  async setters(items: readonly SetterItem[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      await this.form.addRow("setter");
      await this.rule(`Setter ${index + 1}`, item, "=");
    }
  }

  async rule(label: string, item: ConditionItem | SetterItem, usual: string): Promise<void> {
    await this.form.choose(`${label} field`, this.name(item.leftHandDatasource, item.leftHandFieldname));
    if (item.operator !== usual) await this.form.choose(`${label} operator`, item.operator);
    if (item.rightHandDatasource !== "Literal") throw new Error("No example compares with a field here.");
    await this.form.type(`${label} value`, item.rightHandFieldname);
  }

  async calculation(items: readonly CalculationItem[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      // A calculation starts with two.
      if (index > 1) await this.form.addRow("item");
      if (index > 0 && item.operator !== "+") await this.form.choose(`Item ${index + 1} operator`, item.operator);
      if (item.datasource === "Literal") throw new Error("No example calculates with a literal here.");
      await this.form.choose(`Item ${index + 1} value`, this.name(item.datasource, item.fieldKey));
    }
  }

  async mapping(items: readonly OutputItem[]): Promise<void> {
    for (const [index, item] of items.entries()) {
      await this.form.addRow("mapping");
      await this.form.type(`Mapping ${index + 1} query`, item.param);
      const origin = item.datasetType === "application" ? "Application" : "Runtime";
      await this.form.choose(`Mapping ${index + 1} field`, this.name(origin, item.fieldName));
    }
  }

  name(origin: "Application" | "Runtime", key: string): string {
    return this.names(origin, key);
  }

  text(text: string): string {
    return referencesToNames(text, this.names);
  }
}
