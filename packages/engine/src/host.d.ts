/**
 * The only dependency of the engine on its host beyond the language. Nothing else is declared, so that the use of a clock, a timer, the
 * network or a random number does not compile here. Merges with the declaration of a browser or of Node.
 */
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
