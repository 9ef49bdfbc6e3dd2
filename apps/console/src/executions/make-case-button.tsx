import Button from "@mui/material/Button";
import { Icon } from "../ui/icons/icon.tsx";
import type { TracedExecution } from "./use-execution.ts";
import { useMakeCase } from "./use-make-case.ts";

/** Makes the execution a test case of its solution; not there for users who may not change the solution. */
export function MakeCaseButton({ execution }: { readonly execution: TracedExecution }) {
  const { mayMake, isBusy, make } = useMakeCase(execution);
  if (!mayMake) return null;
  return (
    <Button size="small" startIcon={<Icon name="test" size={14} />} disabled={isBusy} onClick={() => void make()}>
      Make a test case
    </Button>
  );
}
