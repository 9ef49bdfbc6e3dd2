import Button from "@mui/material/Button";
import type { TabName } from "../editor/prediction-search.ts";
import type { Draft } from "../editor/use-draft.ts";

interface InputFieldsProps {
  readonly draft: Draft;
  readonly mayEdit: boolean;
  readonly onTab: (name: TabName) => void;
}

/** What a Prediction node has to give, and the application field that is usually given for it. */
export function InputFields({ draft, mayEdit, onTab }: InputFieldsProps) {
  const { inputFields } = draft.fields.mapping;
  const rename = (name: string, applicationField: string) =>
    draft.change({
      mapping: {
        ...draft.fields.mapping,
        inputFields: inputFields.map((input) => (input.name === name ? { ...input, applicationField } : input)),
      },
    });
  return (
    <section className="card pe-inputs" aria-labelledby="pe-inputs">
      <header className="pe-card-head">
        <h2 id="pe-inputs">Input fields</h2>
        {draft.fields.type === "standard" && (
          <Button size="small" onClick={() => onTab("mapping")}>
            Field mappings
          </Button>
        )}
      </header>
      {inputFields.length === 0 ? (
        <p className="nothing-yet">Prediction configuration does not have any input fields defined</p>
      ) : (
        <table className="data-table pe-table" aria-label="Input fields">
          <thead>
            <tr>
              <th>Input</th>
              <th>Application field</th>
            </tr>
          </thead>
          <tbody>
            {inputFields.map(({ name, applicationField }) => (
              <tr key={name}>
                <td className="mono clip">{name}</td>
                <td>
                  <input
                    className="pe-input"
                    aria-label={`Application field for ${name}`}
                    placeholder={name}
                    value={applicationField}
                    maxLength={200}
                    disabled={!mayEdit}
                    onChange={(event) => rename(name, event.target.value)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
