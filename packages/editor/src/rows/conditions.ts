import {
  conditionOperators,
  conditionOperatorsFor,
  fieldSources,
  limits,
  newCondition,
  operandSources,
  plainCondition,
  rightHandOf,
  type ConditionItem,
} from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotCompare } from "../rules/operator-rules.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { retypedLeftHand } from "./left-hand.ts";
import { followListName, followOperator, followRightHand, whyNotRightHand, whyNotValues } from "./right-hand.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const conditions: RowList<ConditionItem> = {
  one: "condition",
  title: "If",
  max: limits.conditions,
  // Most conditions use the same field as the previous one, with the same joining operator.
  newRow: (rows) => {
    const last = rows.at(-1);
    if (last === undefined) return newCondition();
    return plainCondition({ ...last, rightHandDatasource: "Literal", rightHandFieldname: "", rightHandValues: [] });
  },
  follow: (after, before, document) => {
    const isOtherSource = after.leftHandDatasource !== before.leftHandDatasource && after.leftHandFieldname === before.leftHandFieldname;
    const leftHandFieldname = isOtherSource ? "" : after.leftHandFieldname;
    const isOtherField = leftHandFieldname !== before.leftHandFieldname || after.leftHandDatasource !== before.leftHandDatasource;
    // The type is derived from the field; it is not editable.
    const leftHandType = isOtherField
      ? (fieldOf(document, after.leftHandDatasource, leftHandFieldname)?.type ?? before.leftHandType)
      : before.leftHandType;
    const isAllowed = after.operator !== before.operator || conditionOperatorsFor(leftHandType).includes(after.operator);
    const rightHandFieldname =
      rightHandOf(after.operator) === "listName"
        ? followListName(document, leftHandType, after.rightHandFieldname)
        : isOtherField || after.rightHandDatasource !== before.rightHandDatasource
          ? followRightHand(document, leftHandType, after, before)
          : after.rightHandFieldname;
    const rightHandValues =
      isOtherField && whyNotValues(leftHandType, after.rightHandValues ?? []) !== undefined ? [] : (after.rightHandValues ?? []);
    const operator = isAllowed ? after.operator : "==";
    return followOperator({ ...after, leftHandFieldname, leftHandType, operator, rightHandFieldname, rightHandValues }, before);
  },
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotChoice(after.conditionalOperator, ["&&", "||"]),
      whyNotChoice(after.leftHandDatasource, fieldSources),
      whyNotChoice(after.operator, conditionOperators),
      whyNotChoice(after.rightHandDatasource, operandSources),
      after.leftHandFieldname === before.leftHandFieldname && after.leftHandDatasource === before.leftHandDatasource
        ? undefined
        : whyNotField(document, after.leftHandDatasource, after.leftHandFieldname),
      after.operator === before.operator ? undefined : whyNotCompare(after.leftHandType, after.operator),
      after.rightHandFieldname === before.rightHandFieldname
        ? undefined
        : rightHandOf(after.operator) === "listName"
          ? whyNotText(after.rightHandFieldname, limits.labelLength)
          : whyNotRightHand(document, after.leftHandType, after.rightHandDatasource, after.rightHandFieldname),
      after.rightHandValues === before.rightHandValues ? undefined : whyNotValues(after.leftHandType, after.rightHandValues ?? []),
    ),
  numberTexts: ["rightHandFieldname"],
  retyped: retypedLeftHand,
  mapFields: (row, map) => ({
    ...row,
    leftHandFieldname: map({ source: row.leftHandDatasource, key: row.leftHandFieldname }, ""),
    rightHandFieldname:
      row.rightHandDatasource === "Literal"
        ? row.rightHandFieldname
        : map({ source: row.rightHandDatasource, key: row.rightHandFieldname }, ""),
  }),
};
