interface EffectFailureOptions extends ErrorOptions {
  /** The service was not called, so its response is unknown: the execution fails even if its node continues after failures [EF12]. */
  readonly unanswered?: boolean;
}

/** Thrown by an effect that fails, with a stable code and a message; the execution then ends as failed. */
export class EffectFailure extends Error {
  readonly code: string;
  readonly unanswered: boolean;

  constructor(code: string, message: string, options: EffectFailureOptions = {}) {
    super(message, options);
    this.name = "EffectFailure";
    this.code = code;
    this.unanswered = options.unanswered ?? false;
  }
}
