import Button from "@mui/material/Button";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DialogFrame } from "./dialog-frame.tsx";

interface LeaveGuardProps {
  readonly isAtStake: () => boolean;
  /** True when it was saved. */
  readonly save: () => Promise<boolean>;
  /** What happens to the changes when the user leaves. */
  readonly children: ReactNode;
}

/** Protects unsaved changes: the browser confirms closing the window, this dialog confirms navigating to another page. */
export function LeaveGuard({ isAtStake, save, children }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    // Switching tabs of the same page is not leaving it.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAtStake(),
    enableBeforeUnload: isAtStake,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  const saveAndLeave = async () => {
    if (await save()) proceed();
    else reset();
  };
  return (
    <DialogFrame
      open
      onClose={reset}
      title="Leave without saving?"
      actions={
        <>
          <Button color="inherit" variant="text" onClick={reset}>
            Stay
          </Button>
          <Button color="error" variant="text" onClick={proceed}>
            Leave without saving
          </Button>
          <Button variant="contained" onClick={() => void saveAndLeave()}>
            Save and leave
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </DialogFrame>
  );
}
