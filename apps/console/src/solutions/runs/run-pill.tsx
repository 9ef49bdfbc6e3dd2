import Button from "@mui/material/Button";
import { number } from "../../ui/format/numbers.ts";
import type { Run } from "./use-execution.ts";

/** Over the canvas: how the last run ended, as long as its path is drawn. */
export function RunPill({ run, onClear }: { readonly run: Run; readonly onClear: () => void }) {
  const { status, durationMillis } = run.execution;
  const failed = status === "failed";
  const isSeveral = run.ends.length > 1;
  return (
    <output className={failed ? "sd-pill failed" : isSeveral ? "sd-pill warned" : "sd-pill"}>
      <span className="sd-pill-dot" />
      <span>
        <strong>{failed ? `Test run failed${run.failedAt === undefined ? "" : ` at ${run.failedAt}`}` : "Test run completed"}</strong>{" "}
        <span className="muted num">after {number(durationMillis)} ms</span>
        {isSeveral && `. It reached ${run.ends.length} Ends: ${run.ends.join(", ")}.`}
      </span>
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
    </output>
  );
}
