/**
 * The one thing that the engine takes from its host beyond the language. Nothing else is declared, so that a clock, a timer, the
 * network or a random number does not even compile here. Merges with the declaration of a browser or of Node.
 */
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
