/** Thrown by an effect that fails, with a stable code of its own and a sentence; the execution then ends as failed. */
export class EffectFailure extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EffectFailure";
    this.code = code;
  }
}
