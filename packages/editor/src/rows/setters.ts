import { limits, newSetter, operandSources, setterOperators, setterOperatorsFor, type SetterItem } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotSet } from "../rules/operator-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { retypedLeftHand } from "./left-hand.ts";
import { followRightHand, whyNotRightHand } from "./right-hand.ts";
import { firstOf, type RowList } from "./row-list.ts";

/** A setter is a condition's twin, save that its left side is always a runtime field. */
export function setters(title: string): RowList<SetterItem> {
  return {
    one: "setter",
    title,
    max: limits.setters,
    newRow: newSetter,
    follow: (after, before, document) => {
      const isOtherField = after.leftHandFieldname !== before.leftHandFieldname;
      const leftHandType = isOtherField
        ? (fieldOf(document, "Runtime", after.leftHandFieldname)?.type ?? before.leftHandType)
        : before.leftHandType;
      const isAllowed = after.operator !== before.operator || setterOperatorsFor(leftHandType).includes(after.operator);
      const rightHandFieldname =
        isOtherField || after.rightHandDatasource !== before.rightHandDatasource
          ? followRightHand(document, leftHandType, after, before)
          : after.rightHandFieldname;
      return { ...after, leftHandDatasource: "Runtime", leftHandType, operator: isAllowed ? after.operator : "=", rightHandFieldname };
    },
    whyNot: (after, before, _, document) =>
      firstOf(
        whyNotChoice(after.operator, setterOperators),
        whyNotChoice(after.rightHandDatasource, operandSources),
        after.leftHandFieldname === before.leftHandFieldname ? undefined : whyNotField(document, "Runtime", after.leftHandFieldname),
        after.operator === before.operator ? undefined : whyNotSet(after.leftHandType, after.operator),
        after.rightHandFieldname === before.rightHandFieldname
          ? undefined
          : whyNotRightHand(document, after.leftHandType, after.rightHandDatasource, after.rightHandFieldname),
      ),
    numberTexts: ["rightHandFieldname"],
    retyped: retypedLeftHand,
    mapFields: (row, map) => ({
      ...row,
      leftHandFieldname: map({ source: "Runtime", key: row.leftHandFieldname }, ""),
      rightHandFieldname:
        row.rightHandDatasource === "Literal"
          ? row.rightHandFieldname
          : map({ source: row.rightHandDatasource, key: row.rightHandFieldname }, ""),
    }),
  };
}
