import type { ModelWarning } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { groupedWarnings } from "./grouped-warnings.ts";

/** Reasons to check the figures before trusting them. */
export function Warnings({ warnings }: { readonly warnings: readonly ModelWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section className="card rp-warnings" aria-labelledby="rp-warnings">
      <h3 id="rp-warnings">{counted(warnings.length, "warning")}</h3>
      <ul>
        {groupedWarnings(warnings).map((group) => {
          const [first] = group.warnings;
          const { code, sentence } = group;
          if (sentence === undefined && first !== undefined) {
            return (
              <li key={`${code} ${first.column}`}>
                <Icon name="warning" size={16} />
                {first.column !== "" && <span className="df">{first.column}</span>}
                <span className="grow">{first.message}</span>
                <span className="mono faint">{code}</span>
              </li>
            );
          }
          return (
            <li key={code}>
              <Icon name="warning" size={16} />
              <details className="grow">
                <summary>{sentence}</summary>
                <ul className="rp-grouped">
                  {group.warnings.map(({ column, message }) => (
                    <li key={column}>{message}</li>
                  ))}
                </ul>
              </details>
              <span className="mono faint">{code}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
