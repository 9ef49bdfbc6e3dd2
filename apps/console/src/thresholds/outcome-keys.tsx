import { outcomeColour, outcomeText } from "../parts/outcome-mix/outcome-words.ts";

/** The colours of the outcomes. */
export function OutcomeKeys({ outcomes }: { readonly outcomes: readonly string[] }) {
  return (
    <span className="colour-keys sl-keys">
      {outcomes.map((outcome, at) => (
        <span key={outcome}>
          <i style={{ background: outcomeColour(outcome, at) }} />
          {outcomeText(outcome)}
        </span>
      ))}
    </span>
  );
}
