import { CopyButton } from "../ui/copy-button.tsx";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import { linkFor } from "../api/session/permissions.ts";
import { type NamedList } from "./use-lists.ts";
import { nameOf } from "../parts/list-page/row-names.ts";

/** How a program reads, changes and publishes the list. */
export function ApiDialog({ list, onClose }: { readonly list: NamedList; readonly onClose: () => void }) {
  const { key, columns } = list._embedded;
  const self = `${window.location.origin}${linkFor(list, "self", "GET") ?? ""}`;
  const values = columns.map(({ type }) => ({ String: '"text"', Integer: "1", Float: "0.5", Boolean: "true", Date: '"2026-01-31"' })[type]);
  const header = '-H "Authorization: Bearer $TOKEN"';
  const samples = [
    { title: "Find rows of the draft, or of a version with version=7", text: `curl ${header} "${self}/rows?search=..."` },
    {
      title: "Change rows of the draft",
      text: `curl -X PUT ${header} -H "Content-Type: application/json" \\\n  -d '{"put":[{"key":"${key.name}","values":[${values.join(",")}]}],"remove":[]}' "${self}/rows"`,
    },
    {
      title: "Replace the draft by a CSV file",
      text: `curl -X PUT ${header} -H "Content-Type: text/csv" -T list.csv "${self}/rows/csv?mode=replace"`,
    },
    {
      title: "Publish the draft",
      text: `curl -X POST ${header} -H "Content-Type: application/json" -d '{}' "${self}/versions"`,
    },
  ];
  return (
    <DialogFrame
      open
      onClose={onClose}
      title={`API of ${nameOf(list)}`}
      subtitle="With an access token of a user who may change lists."
      width={760}
    >
      <div className="list-samples">
        {samples.map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <div className="panel-head">
              <h3>{title}</h3>
              <span className="grow" />
              <CopyButton noun="Command" text={text} />
            </div>
            <pre className="mono">{text}</pre>
          </section>
        ))}
      </div>
    </DialogFrame>
  );
}
