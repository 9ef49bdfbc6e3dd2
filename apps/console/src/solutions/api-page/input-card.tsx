import type { FieldProblem } from "@airlock/contract";
import type { DatasetField } from "@airlock/flow";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import TextField from "@mui/material/TextField";
import { bodyOf, type Texts } from "../../parts/code-sample/first-values.ts";
import { readJson, textsOf, type ReadJson } from "./input-values.ts";

export interface Input {
  readonly view: "form" | "json";
  readonly texts: Texts;
  readonly json: string;
  /** Why the form cannot show the JSON. */
  readonly stuck?: string | undefined;
}

/** The body that the input stands for, or why there is none. */
export function readInput(fields: readonly DatasetField[], input: Input): ReadJson {
  return input.view === "json" ? readJson(input.json) : { ok: true, body: bodyOf(fields, input.texts) };
}

/** The other view of the same values; stays where the other has no place for them. */
function turned(input: Input, view: Input["view"], fields: readonly DatasetField[]): Input {
  if (view === input.view) return input;
  if (view === "json") return { ...input, view, json: JSON.stringify(bodyOf(fields, input.texts), null, 2), stuck: undefined };
  const read = readJson(input.json);
  if (!read.ok) return { ...input, stuck: read.problem };
  const texts = textsOf(fields, read.body);
  if (texts === undefined) return { ...input, stuck: "The form cannot show all of this: it has one text or number for each field." };
  return { view, texts, json: input.json };
}

interface InputCardProps {
  readonly fields: readonly DatasetField[];
  readonly input: Input;
  readonly onChange: (input: Input) => void;
  /** What the last call was refused for. */
  readonly problems: readonly FieldProblem[];
}

/** The version's own fields as a form, or the body as it is sent. */
export function InputCard({ fields, input, onChange, problems }: InputCardProps) {
  const names = new Set(fields.map(({ name }) => name));
  const apart = input.view === "json" ? problems : problems.filter(({ field }) => !names.has(field));
  return (
    <>
      <Tabs
        className="try-tabs"
        value={input.view}
        onChange={(_event, view: Input["view"]) => onChange(turned(input, view, fields))}
        aria-label="Input"
      >
        <Tab value="form" label="Form" id="try-form-tab" aria-controls="try-input" />
        <Tab value="json" label="JSON" id="try-json-tab" aria-controls="try-input" />
      </Tabs>
      <div id="try-input" role="tabpanel" aria-labelledby={`try-${input.view}-tab`} className="try-input">
        {apart.length > 0 && (
          <div className="notice error try-problems" role="alert">
            <ul>
              {apart.map(({ field, code, message }) => (
                <li key={`${field} ${code}`}>
                  {field !== "" && <span className="df">{field}</span>} {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        {input.view === "json" ? (
          <TextField
            label="Body"
            multiline
            minRows={8}
            maxRows={24}
            value={input.json}
            error={input.stuck !== undefined}
            helperText={input.stuck}
            onChange={(event) => onChange({ ...input, json: event.target.value, stuck: undefined })}
            slotProps={{ htmlInput: { spellCheck: false, className: "mono" }, inputLabel: { shrink: true } }}
          />
        ) : fields.length === 0 ? (
          <p className="helper">It takes no fields.</p>
        ) : (
          <div className="try-fields">
            {fields.map((field) => {
              const wrong = problems.filter((problem) => problem.field === field.name).map(({ message }) => message);
              return (
                <TextField
                  key={field.key}
                  label={field.name}
                  required={field.required}
                  value={input.texts[field.name] ?? ""}
                  error={wrong.length > 0}
                  helperText={wrong.length > 0 ? wrong.join(" ") : field.type}
                  onChange={(event) => onChange({ ...input, texts: { ...input.texts, [field.name]: event.target.value } })}
                  slotProps={{
                    htmlInput: {
                      ...(field.type === "Date"
                        ? { type: "date" }
                        : { inputMode: field.type === "Integer" || field.type === "Float" ? "decimal" : "text" }),
                      className: "mono",
                    },
                    inputLabel: { shrink: true },
                  }}
                />
              );
            })}
          </div>
        )}
      </div>
    </>
  );
}
