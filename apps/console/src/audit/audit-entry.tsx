import { exactDate } from "../ui/format/dates.ts";
import { auditDiff, fieldTitle } from "./audit-diff.ts";
import type { FieldDiff } from "./audit-diff.ts";
import { isAccess, type AuditEntry } from "./audit-words.ts";

/** An audit entry in full: the values before and after, and its hashes in the chain. */
export function AuditEntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const { change, at, correlationId, hash, previousHash, recordWss } = entry._embedded;
  const diffs = auditDiff(entry._embedded);
  const withBefore = change === "updated" || change === "deleted";
  const withAfter = change !== "deleted";
  return (
    <div className="audit-entry">
      <table className="plain-table fixed-columns" aria-label={entryTitle(entry)}>
        <thead>
          <tr>
            <th className="audit-field">Field</th>
            {withBefore && <th>Before</th>}
            {withAfter && <th>{isAccess(change) ? "Value" : "After"}</th>}
          </tr>
        </thead>
        <tbody>
          {diffs.map((diff) => (
            <tr key={diff.field}>
              <th scope="row" className="audit-field">
                {fieldTitle(diff.field)}
              </th>
              {isList(diff) ? (
                <td colSpan={2}>
                  <ListChange diff={diff} />
                </td>
              ) : (
                <>
                  {withBefore && (
                    <td>
                      <Value text={diff.before} mark={withAfter ? "removed" : undefined} />
                    </td>
                  )}
                  {withAfter && (
                    <td>
                      <Value text={diff.after} mark={withBefore ? "added" : undefined} />
                    </td>
                  )}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {diffs.length === 0 && <p className="helper audit-none">The values of this change are not recorded.</p>}
      <dl className="audit-chain">
        <dt>At</dt>
        <dd>{exactDate(at)}</dd>
        <dt>Entity</dt>
        <dd className="mono">{recordWss}</dd>
        {correlationId !== null && (
          <>
            <dt>Correlation</dt>
            <dd className="mono">{correlationId}</dd>
          </>
        )}
        <dt>Hash</dt>
        <dd className="mono">{hash}</dd>
        <dt>Follows</dt>
        <dd className="mono">{previousHash === "" ? "the first entry" : previousHash}</dd>
      </dl>
    </div>
  );
}

export function entryTitle({ _embedded: { change, recordName } }: AuditEntry): string {
  return isAccess(change) ? `Details of ${recordName}` : `What changed in ${recordName}`;
}

function isList(diff: FieldDiff): boolean {
  return diff.added !== undefined && diff.removed !== undefined && diff.added.length + diff.removed.length > 0;
}

function ListChange({ diff }: { readonly diff: FieldDiff }) {
  return (
    <ul className="audit-list">
      {diff.removed?.map((one) => (
        <li key={`-${one}`}>
          <del>{one}</del>
        </li>
      ))}
      {diff.added?.map((one) => (
        <li key={`+${one}`}>
          <ins>{one}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Struck through or underlined as well as coloured, so that a greyscale print shows the difference. */
function Value({ text, mark }: { readonly text: string | undefined; readonly mark: "added" | "removed" | undefined }) {
  if (text === undefined || text === "-") return <span className="faint">-</span>;
  if (mark === "removed") return <del>{text}</del>;
  return mark === "added" ? <ins>{text}</ins> : <span>{text}</span>;
}
