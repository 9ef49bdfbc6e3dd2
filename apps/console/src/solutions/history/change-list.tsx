import type { Change } from "@airlock/flow";
import { changeWord, shownProperties } from "../../parts/changes/changes-text.ts";

const words = {
  node: "node",
  link: "link",
  applicationField: "application field",
  runtimeField: "runtime field",
  reasonText: "text of a reason code",
  list: "list",
  subFlow: "sub-flow",
} as const;

/** What changed between two states, thing by thing, with both readings of a property. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="rv-none">No changes.</p>;
  return (
    <ul className="cl">
      {changes.slice(0, 200).map((change) => {
        const shown = shownProperties(change);
        return (
          <li key={`${change.what} ${change.id}`} className={`cl-item ${change.change}`}>
            <span className="cl-mark" aria-hidden="true">
              {change.change === "added" ? "+" : change.change === "removed" ? "-" : "~"}
            </span>
            <div>
              <strong>{change.name}</strong>{" "}
              <span className="faint">
                {words[change.what]} {changeWord(change)}
              </span>
              {shown.map(({ property, item, before, after }) => (
                <p key={`${property} ${item ?? ""}`} className="cl-property mono">
                  <del>{before === "" ? "empty" : before}</del> <ins>{after === "" ? "empty" : after}</ins>
                </p>
              ))}
            </div>
          </li>
        );
      })}
      {changes.length > 200 && <li className="faint">and {changes.length - 200} more</li>}
    </ul>
  );
}
