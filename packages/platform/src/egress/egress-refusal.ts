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
  /** Why the policy of the installation does not allow the address; undefined for other reasons. */
  readonly whyNotAllowed: string | undefined;

  constructor(code: EgressCode, message: string, whyNotAllowed?: string) {
    super(message);
    this.code = code;
    this.whyNotAllowed = whyNotAllowed;
  }
}

export function refuseAddress(why: string, refused = "The web call was refused"): EgressRefusal {
  return new EgressRefusal("WEB_CALL_REFUSED", `${refused}: ${why}.`, why);
}
