import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { hostIn, isPort, type DatabaseDraft } from "./database-draft.ts";
import { NameField } from "./name-field.tsx";
import { TableTypeField } from "./table-type-field.tsx";
import { useSecretChoices } from "./use-secret-choices.ts";
import type { Wizard } from "./use-wizard.ts";

const userLabel = "User";

/** Postgres in one step: the server, the user with the secret of its password, and the table. */
export function DatabaseForm({ wizard }: { readonly wizard: Wizard }) {
  const { database: draft, setDatabase } = wizard;
  const field = (key: keyof DatabaseDraft, label: string, helperText?: string) => (
    <IdentifierField label={label} value={draft[key]} helperText={helperText} onChange={(text) => setDatabase({ ...draft, [key]: text })} />
  );
  const isWrongPort = draft.port !== "" && !isPort(draft.port);
  return (
    <>
      <NameField wizard={wizard} />
      <div className="ds-database">
        {field("host", "Host")}
        <TextField
          label="Port"
          required
          value={draft.port}
          autoComplete="off"
          error={isWrongPort}
          helperText={isWrongPort && "1 to 65535"}
          onChange={(event) => setDatabase({ ...draft, port: event.target.value.trim() })}
          slotProps={{ htmlInput: { maxLength: 5, inputMode: "numeric" }, inputLabel: { shrink: true } }}
        />
        {field("database", "Database")}
        <TextField
          select
          label="Encryption"
          value={draft.tls}
          helperText={draft.tls === "off" && "The password and the rows can be read on the network."}
          onChange={(event) => setDatabase({ ...draft, tls: event.target.value === "off" ? "off" : "verify" })}
          slotProps={{ inputLabel: { shrink: true } }}
        >
          <MenuItem value="verify">TLS, certificate verified</MenuItem>
          <MenuItem value="off">None</MenuItem>
        </TextField>
        {field("user", userLabel, "A read-only user is enough.")}
        <PasswordField draft={draft} onChange={(secret) => setDatabase({ ...draft, secret })} />
        {field("schema", "Schema")}
        <IdentifierField label="Table or view" value={wizard.tableName} onChange={wizard.setTableName} />
      </div>
      <TableTypeField wizard={wizard} />
    </>
  );
}

interface IdentifierFieldProps {
  readonly label: string;
  readonly value: string;
  readonly helperText?: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A name as it is written in the database. */
function IdentifierField({ label, value, helperText, onChange }: IdentifierFieldProps) {
  return (
    <TextField
      label={label}
      required
      value={value}
      autoComplete="off"
      helperText={helperText}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: 200, className: "mono", spellCheck: false }, inputLabel: { shrink: true } }}
    />
  );
}

function PasswordField({ draft, onChange }: { readonly draft: DatabaseDraft; readonly onChange: (secret: string) => void }) {
  const secrets = useSecretChoices();
  const host = hostIn(draft.host);
  const chosen = secrets?.find(({ name }) => name === draft.secret);
  const isForOthers = chosen !== undefined && host !== "" && !chosen.hosts.includes(host);
  const help =
    secrets?.length === 0
      ? "Add the password under Secrets first, for the host of the database."
      : "A secret that may be sent to the host.";
  return (
    <TextField
      select
      label="Password"
      required
      value={draft.secret}
      error={isForOthers}
      disabled={secrets === undefined || secrets.length === 0}
      helperText={isForOthers ? `${draft.secret} is not for ${host}. Add the host to the secret.` : help}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {(secrets ?? []).map(({ name, hosts }) => (
        <MenuItem key={name} value={name}>
          <span className="mono">{name}</span>&nbsp;<span className="muted clip">{hosts.join(", ")}</span>
        </MenuItem>
      ))}
    </TextField>
  );
}
