import type { ModelWarning } from "@airlock/contract";
import { counted } from "../../format/numbers.ts";
import { Icon } from "../../look/icon.tsx";

/** What should make people look twice before they trust the figures. */
export function Warnings({ warnings }: { readonly warnings: readonly ModelWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <section className="card rp-warnings" aria-labelledby="rp-warnings">
      <h3 id="rp-warnings">{counted(warnings.length, "warning")}</h3>
      <ul>
        {warnings.map(({ code, column, message }) => (
          <li key={`${code} ${column}`}>
            <Icon name="warning" size={16} />
            {column !== "" && <span className="df">{column}</span>}
            <span className="grow">{message}</span>
            <span className="mono faint">{code}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
