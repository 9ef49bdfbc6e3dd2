export type EgressCode =
  | "WEB_CALL_REFUSED"
  | "WEB_CALL_HEADER"
  | "WEB_CALL_SECRET"
  | "WEB_CALL_BUSY"
  | "WEB_CALL_TIMEOUT"
  | "WEB_CALL_FAILED"
  | "WEB_CALL_TOO_LARGE";

/** Why a call was not made or not completed: a code for programs and a sentence for the user who reads the execution. */
export class EgressRefusal extends Error {
  readonly code: EgressCode;
  /** True if the policy of the installation does not allow the address. */
  readonly byPolicy: boolean;

  constructor(code: EgressCode, message: string, byPolicy = false) {
    super(message);
    this.code = code;
    this.byPolicy = byPolicy;
  }
}

export function refuseAddress(why: string): EgressRefusal {
  return new EgressRefusal("WEB_CALL_REFUSED", `The web call was refused: ${why}.`, true);
}
