import type { Change } from "@airlock/flow";

const words = {
  added: "added",
  removed: "removed",
  changed: "changed",
  node: "node",
  link: "link",
  applicationField: "application field",
  runtimeField: "runtime field",
} as const;

/** Properties that only say where and how a thing is drawn. */
const drawn = new Set(["x", "y", "color", "ports", "width", "curvyness", "sourcePort", "targetPort", "name"]);

/** What changed between two states, thing by thing, with both readings of a property. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="rv-none">Nothing that decides anything.</p>;
  return (
    <ul className="cl">
      {changes.slice(0, 200).map((change) => {
        const told = change.properties.filter(({ property }) => !drawn.has(property));
        return (
          <li key={`${change.what} ${change.id}`} className={`cl-item ${change.change}`}>
            <span className="cl-mark" aria-hidden="true">
              {change.change === "added" ? "+" : change.change === "removed" ? "-" : "~"}
            </span>
            <div>
              <strong>{change.name}</strong>{" "}
              <span className="faint">
                {words[change.what]} {change.change === "changed" && told.length === 0 ? "moved or recoloured" : words[change.change]}
              </span>
              {told.map(({ property, item, before, after }) => (
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
