import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { ConnectionOutcome } from "./connection-outcome.ts";

/** What the test saw, a sentence for each thing it tried; the names of what was seen under it. */
export function ConnectionResult({ outcome }: { readonly outcome: ConnectionOutcome }) {
  return (
    <output className={`account-tested ${outcome.ok ? "is-ok" : "is-bad"}`}>
      <div className="row gap-10 account-tested-head">
        <Icon name={outcome.ok ? "success" : "error"} size={16} />
        <b className="grow">{outcome.ok ? `Connected in ${number(outcome.millis)} ms` : "Not everything could be reached"}</b>
        <span className="num">{outcome.at}</span>
      </div>
      <ul>
        {outcome.checks.map(({ what, ok, sentence, seen }) => (
          <li key={what} className={ok ? "" : "is-bad"}>
            <Icon name={ok ? "check" : "x"} size={12} />
            <span>
              {sentence}
              {seen.length > 0 && <span className="account-seen">{seen.join(", ")}</span>}
            </span>
          </li>
        ))}
      </ul>
    </output>
  );
}
