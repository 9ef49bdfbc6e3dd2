import type { PolicyDatasource } from "@airlock/contract";
import Button from "@mui/material/Button";
import { lazy, Suspense, useState } from "react";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useSideFields } from "../parts/comparison/use-side-fields.ts";
import { counted } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";

// Loaded when it is opened: mapping fields is rare.
const OverDialog = lazy(async () => ({ default: (await import("../parts/comparison/over-dialog.tsx")).OverDialog }));

interface PolicyDatasourceFieldProps {
  readonly solutionWss: string;
  readonly liveVersionWss: string | undefined;
  readonly value: PolicyDatasource | null;
  /** Null when the datasource was deleted. */
  readonly storedName: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: PolicyDatasource | null) => void;
}

/** The datasource that a requested version is compared over, beside the last executions. */
export function PolicyDatasourceField(props: PolicyDatasourceFieldProps) {
  const { value, storedName, disabled, onChange } = props;
  const profile = useProfile();
  const [chosenName, setChosenName] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const mayChoose = !disabled && holds(profile, "experiment.update") && linkFor(profile, "datasources", "GET") !== undefined;
  const name = chosenName ?? storedName;
  const mapped = value?.fieldMapping.filter(({ value: from }) => from !== "").length ?? 0;
  return (
    <fieldset className="policy-gates">
      <legend>Datasource</legend>
      <div className="policy-datasource">
        <Icon name="datasources" size={16} />
        {value === null ? (
          <p>
            None
            <span className="helper">Versions are compared over executions only.</span>
          </p>
        ) : (
          <p>
            {name ?? "The datasource was deleted"}
            <span className="helper">
              {name === null
                ? "Gates about outcomes block until another one is chosen or this one is removed."
                : `${counted(mapped, "mapped field")}. Gates about outcomes are also evaluated over its records.`}
            </span>
          </p>
        )}
        {mayChoose && (
          <Button size="small" variant="outlined" onClick={() => setChoosing(true)}>
            {value === null ? "Choose..." : "Change..."}
          </Button>
        )}
        {value !== null && !disabled && (
          <Button size="small" color="inherit" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {!mayChoose && !disabled && <p className="helper">Choosing one needs the permissions experiment.update and datasources.list.</p>}
      {isChoosing && (
        <Suspense>
          <Choose
            {...props}
            name={name ?? ""}
            onChange={(chosen, chosenAs) => {
              setChosenName(chosenAs);
              setChoosing(false);
              onChange(chosen);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

interface ChooseProps extends Pick<PolicyDatasourceFieldProps, "solutionWss" | "liveVersionWss" | "value"> {
  readonly name: string;
  readonly onChange: (value: PolicyDatasource, name: string) => void;
  readonly onClose: () => void;
}

/** Versions are made of the draft, so its fields are mapped, and those that only the live version has. */
function Choose({ solutionWss, liveVersionWss, value, name, onChange, onClose }: ChooseProps) {
  const sides = useSideFields(solutionWss, liveVersionWss === undefined ? "draft" : `version ${liveVersionWss}`, "draft");
  return (
    <OverDialog
      sides={sides}
      initial={
        value === null
          ? undefined
          : {
              datasource: { id: value.datasourceId, name, recordCount: null },
              records: value.records,
              fieldMapping: value.fieldMapping,
              carry: [],
            }
      }
      onChoose={({ datasource, fieldMapping }) =>
        onChange({ datasourceId: datasource.id, fieldMapping: [...fieldMapping], records: "all" }, datasource.name)
      }
      onClose={onClose}
    />
  );
}
