import Radio from "@mui/material/Radio";
import { kindTitles } from "../kind-titles.ts";
import type { Kind, Wizard } from "./use-wizard.ts";
import { isOwnBucket } from "./use-wizard.ts";

/** Files or a table. A kind that cannot be chosen is disabled, with the reason. */
export function KindChoice({ wizard }: { readonly wizard: Wizard }) {
  const usesAirlock = wizard.allBuckets.some(isOwnBucket);
  const kinds: readonly { readonly kind: Kind; readonly title: string; readonly text: string; readonly barred?: string | undefined }[] = [
    {
      kind: "LinkedStorage",
      title: kindTitles.LinkedStorage,
      text: "A file in a bucket, imported into Airlock.",
      barred: wizard.mayImport ? undefined : "You need the permission imports.* to import files.",
    },
    {
      kind: "BigQuery",
      title: kindTitles.BigQuery,
      text: "A table that stays in BigQuery.",
      barred: usesAirlock ? "Your organisation uses Airlock's own storage. BigQuery needs a service account." : undefined,
    },
    {
      kind: "Postgres",
      title: kindTitles.Postgres,
      text: "A table that stays in your own Postgres.",
      barred: wizard.mayUseSecrets ? undefined : "You need the permission secrets.list to use a password.",
    },
  ];
  return (
    <div className="ds-kinds" role="radiogroup" aria-label="Type">
      {kinds.map(({ kind, title, text, barred }) => (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the radio inside is one.
        <label key={kind} className={`ds-kind${wizard.kind === kind ? " is-on" : ""}${barred === undefined ? "" : " is-barred"}`}>
          <Radio
            size="small"
            name="datasource-kind"
            value={kind}
            checked={wizard.kind === kind}
            disabled={barred !== undefined}
            onChange={() => wizard.chooseKind(kind)}
          />
          <span>
            <b>{title}</b>
            <small className="line-note">{barred ?? text}</small>
          </span>
        </label>
      ))}
    </div>
  );
}
