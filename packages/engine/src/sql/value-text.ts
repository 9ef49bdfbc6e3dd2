import type { FieldType } from "@airlock/flow";

/** SQL for the text of a field's value as callers read it, from a column in the engine's representation; NULL if it is missing. */
export function valueText(type: FieldType, column: string): string {
  switch (type) {
    case "String":
      return column;
    case "Boolean":
      return `multiIf(isNull(${column}), NULL, ${column} = 1, 'true', 'false')`;
    case "Date":
      return dateText(column);
    case "Integer":
    case "Float":
      // Exponents are written with their sign elsewhere.
      return `replaceRegexpOne(toString(${column}), 'e([0-9])', 'e+\\\\1')`;
  }
}

/**
 * The text of a day number: the same algorithm as `dateText` of `@airlock/flow`, since the database's own dates end in 2299. Each step has
 * a name, which is the argument of a lambda over a list of one.
 */
function dateText(dayNumber: string): string {
  const steps: readonly (readonly [string, string])[] = [
    ["shifted", `toInt32(ifNull(${dayNumber}, 0.) + 719468)`],
    ["era", "intDiv(shifted, 146097)"],
    ["dayOfEra", "shifted - era * 146097"],
    ["yearOfEra", "intDiv(dayOfEra - intDiv(dayOfEra, 1460) + intDiv(dayOfEra, 36524) - intDiv(dayOfEra, 146096), 365)"],
    ["dayOfYear", "dayOfEra - (365 * yearOfEra + intDiv(yearOfEra, 4) - intDiv(yearOfEra, 100))"],
    ["shiftedMonth", "intDiv(5 * dayOfYear + 2, 153)"],
    ["day", "dayOfYear - intDiv(153 * shiftedMonth + 2, 5) + 1"],
    ["month", "if(shiftedMonth < 10, shiftedMonth + 3, shiftedMonth - 9)"],
    ["year", "yearOfEra + era * 400 + if(month <= 2, 1, 0)"],
  ];
  const padded = (part: string, length: number): string => `leftPad(toString(${part}), ${length}, '0')`;
  const text = `concat(${padded("year", 4)}, '-', ${padded("month", 2)}, '-', ${padded("day", 2)})`;
  const written = steps.reduceRight((inner, [name, value]) => `arrayElement(arrayMap(${name} -> ${inner}, [${value}]), 1)`, text);
  return `if(isNull(${dayNumber}), NULL, ${written})`;
}
