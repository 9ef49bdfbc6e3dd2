/** The query parameters that the search box of the executions produces: `age > 30`, `reason = R07`, `duration >= 100`, or any text. */
export interface SearchCriteria {
  readonly search?: string;
  readonly field?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly reasonCode?: string;
  readonly minMillis?: string;
  readonly maxMillis?: string;
}

const comparison = /^\s*(.+?)\s*(==|!=|>=|<=|=|>|<|~)\s*(.*?)\s*$/s;

export function readWords(text: string): SearchCriteria {
  const [, name = "", sign = "", value = ""] = comparison.exec(text) ?? [];
  if (name === "" || value === "") return text.trim() === "" ? {} : { search: text.trim() };
  const operator = sign === "=" ? "==" : sign === "~" ? "contains" : sign;
  if (name.toLowerCase() === "reason" && operator === "==") return { reasonCode: value };
  if (name.toLowerCase() === "duration" && Number.isFinite(Number(value))) {
    if (operator === ">" || operator === ">=") return { minMillis: value };
    if (operator === "<" || operator === "<=") return { maxMillis: value };
  }
  return { field: name, operator, value };
}

/** A text that is most likely an execution id or a correlation id: it is searched for in stopped versions, too. */
export function isLongId(text: string | undefined): boolean {
  return text !== undefined && /^(?=.*\d)[\w.:-]{16,128}$/.test(text);
}
