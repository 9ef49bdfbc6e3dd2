/** A permanent error that the organisation can fix. The message is for the user who configures the prediction. */
export class CannotTrain extends Error {}
