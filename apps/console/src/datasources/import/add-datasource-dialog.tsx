import Button from "@mui/material/Button";
import { useEffect } from "react";
import { counted, number } from "../../ui/format/numbers.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { DatabaseForm } from "./database-form.tsx";
import { FieldsStep } from "./fields-step.tsx";
import { FileStep } from "./file-step.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { ProblemText } from "../../parts/fault/problem-text.tsx";
import { Steps } from "./steps.tsx";
import { TableForm } from "./table-form.tsx";
import { TableTypeField } from "./table-type-field.tsx";
import { useImport } from "./use-import.ts";
import { useWizard } from "./use-wizard.ts";
import { WaitText } from "./wait-text.tsx";

/** A form may be longer than the screen: what went wrong is at its end. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

interface AddDatasourceDialogProps {
  readonly href: string;
  readonly onClose: () => void;
}

/**
 * Two steps for storage, one for a table. The dialog stays open until the import is complete; when it is closed earlier, the import continues on the
 * server.
 */
export function AddDatasourceDialog({ href, onClose }: AddDatasourceDialogProps) {
  const wizard = useWizard(href);
  const messages = useMessages();
  const { made, kind, step } = wizard;
  const { run, seenAt, cancel } = useImport(linkFor(made, "import", "GET"));
  const status = made === undefined ? undefined : made._embedded.type === "LinkedStorage" ? run?._embedded.status : "done";
  useEffect(() => {
    if (status !== "done" || made === undefined) return;
    const rejected = run?._embedded.rejectedRows ?? 0;
    const outcome = made._embedded.type === "LinkedStorage" ? `imported: ${counted(run?._embedded.rows ?? 0, "record")}` : "added";
    messages.success(`${made._embedded.name} ${outcome}${rejected > 0 ? `, ${number(rejected)} rejected` : ""}`);
    onClose();
    // Reports the end of an import once, so only a change of the status runs this effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);

  const isStorage = kind === "LinkedStorage";
  const selected = wizard.columns.filter((column) => column.selected).length;
  const hint =
    made === undefined && isStorage && step === 2 ? `${selected} of ${counted(wizard.columns.length, "field")} selected` : undefined;
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={760}
      title="Add a datasource"
      hint={hint}
      actions={
        made !== undefined ? (
          <>
            {cancel !== undefined && (
              <Button color="inherit" onClick={cancel}>
                Cancel import
              </Button>
            )}
            <Button variant="contained" onClick={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            {isStorage && step === 2 && (
              <Button color="inherit" onClick={wizard.back}>
                Back
              </Button>
            )}
            <Button color="inherit" onClick={onClose}>
              Cancel
            </Button>
            {isStorage && step === 1 ? (
              <Button variant="contained" disabled={!wizard.canGoOn} onClick={() => void wizard.next()}>
                Next
              </Button>
            ) : (
              <Button variant="contained" disabled={!wizard.canCreate} onClick={() => void wizard.create()}>
                Create
              </Button>
            )}
          </>
        )
      }
    >
      {made !== undefined ? (
        run === undefined ? (
          <WaitText what="datasource" />
        ) : (
          <ImportProgress name={made._embedded.name} run={run} seenAt={seenAt} />
        )
      ) : (
        <>
          {isStorage && <Steps at={step} titles={["Bucket and file", "Fields and types"]} />}
          {step === 1 && <KindChoice wizard={wizard} />}
          {kind === "BigQuery" && <TableForm wizard={wizard} />}
          {kind === "Postgres" && <DatabaseForm wizard={wizard} />}
          {isStorage && (step === 1 ? <FileStep wizard={wizard} /> : <FieldsStep wizard={wizard} />)}
          {isStorage && step === 2 && <TableTypeField wizard={wizard} />}
          {wizard.waiting !== undefined && <WaitText what={wizard.waiting} />}
          {wizard.problem !== undefined && (
            <div ref={intoView}>
              <ProblemText error={wizard.problem} />
            </div>
          )}
        </>
      )}
    </DialogFrame>
  );
}
