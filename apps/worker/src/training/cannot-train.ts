/** An organisation can do something about it, and it will not go away by itself. The message is for whoever configures the prediction. */
export class CannotTrain extends Error {}
