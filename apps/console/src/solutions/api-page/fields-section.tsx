import type { DescribedField } from "./read-document.ts";

interface FieldsSectionProps {
  readonly takes: readonly DescribedField[];
  readonly answers: readonly DescribedField[];
}

/** What the request takes and what `runtimeData` of the response has. */
export function FieldsSection({ takes, answers }: FieldsSectionProps) {
  return (
    <section className="api-section" id="fields" aria-label="Fields">
      <h2>
        Fields <span className="helper">Blue came in with the request, orange was computed.</span>
      </h2>
      <div className="try-columns">
        <FieldTable title="Request" fields={takes} />
        <FieldTable title="Response, in runtimeData" fields={answers} isComputed />
      </div>
    </section>
  );
}

interface FieldTableProps {
  readonly title: string;
  readonly fields: readonly DescribedField[];
  readonly isComputed?: boolean;
}

function FieldTable({ title, fields, isComputed = false }: FieldTableProps) {
  return (
    <div className="card api-table-card">
      <table className="data-table api-table" aria-label={title}>
        <thead>
          <tr>
            <th>{title}</th>
            <th>Type</th>
            {!isComputed && <th>Sample</th>}
            {!isComputed && (
              <th>
                <span className="sr">Required</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {fields.length === 0 && (
            <tr>
              <td className="faint" colSpan={isComputed ? 2 : 4}>
                No fields
              </td>
            </tr>
          )}
          {fields.map(({ name, type, required, sample }) => (
            <tr key={name}>
              <td>
                <span className={isComputed ? "df run" : "df"}>{name}</span>
              </td>
              <td className="muted">{type}</td>
              {!isComputed && <td className="mono">{sample}</td>}
              {!isComputed && <td className="muted">{required ? "Required" : "Optional"}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
