/** Why an execution failed, with the sentence that users read. The codes are stable: callers and logs store them. */
export const faults = {
  DIVISION_BY_ZERO: "A number was divided by zero.",
  NUMBER_OVERFLOW: "A Float grew to 1,000,000,000,000,000 or more.",
  INTEGER_OVERFLOW: "An Integer grew past 9,007,199,254,740,991.",
  NOT_AN_INTEGER: "A number with a fraction cannot be stored in an Integer field.",
  NOT_A_REAL_NUMBER: "A negative number has no such power.",
  NOT_A_DATE: "A text is not a date like 2026-01-31.",
  DATE_OVERFLOW: "A date left the years 1 to 9999.",
  TABLE_NOT_UNIQUE: "More than one row of a decision table matched, where one at most may.",
  LIST_UNAVAILABLE: "A list that the flow uses has no version in effect.",
  SUB_FLOW_INPUT_MISSING: "A field that a sub-flow requires has no value.",
  EFFECTS_NEEDED: "This flow has a web call or a prediction and was run without them.",
  WEB_CALL_FAILED: "The web call failed.",
  WEB_CALL_TIMEOUT: "The web call did not answer in time.",
  WEB_CALL_STATUS: "The web call was answered with an error status.",
  WEB_CALL_HEADER: "A header's value holds a line break or another control character.",
  RESPONSE_NOT_JSON: "The response of the web call is not JSON.",
  RESPONSE_VALUE: "A value in the response of the web call does not fit its field.",
  PREDICTION_FAILED: "The prediction failed.",
  EFFECT_TIME_SPENT: "The web calls on this path may together take longer than an execution may last.",
  CANCELLED: "The execution was cancelled.",
} as const;

export type FaultCode = keyof typeof faults;

/** The sentence for a code; other codes are from effects and have their own messages. */
export function faultMessage(code: string): string {
  return Object.hasOwn(faults, code) ? faults[code as FaultCode] : "An effect failed."; // own keys of `faults` are its codes
}
