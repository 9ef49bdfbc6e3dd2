import TextField from "@mui/material/TextField";
import { StrictMode, useState, type ReactNode } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DialogFrame } from "./dialog-frame.tsx";
import { focusWhenShown } from "./focus-when-shown.ts";

/** As the development build draws it: StrictMode mounts a dialog twice. */
async function open(dialog: (close: () => void) => ReactNode): Promise<void> {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && dialog(() => setOpen(false))}
      </>
    );
  }
  await render(
    <StrictMode>
      <Opener />
    </StrictMode>,
  );
  await page.getByRole("button", { name: "Open" }).click();
}

test("a question starts at Cancel", async () => {
  await open((close) => (
    <ConfirmDialog open title="Delete solution?" verb="Delete" onCancel={close} onConfirm={close}>
      Loan check
    </ConfirmDialog>
  ));
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
});

test("a dialog starts at its first field, and gives the focus back when it closes", async () => {
  await open((close) => (
    <DialogFrame open title="Add a solution" onClose={close}>
      <TextField label="Name" inputRef={focusWhenShown} />
    </DialogFrame>
  ));
  await expect.element(page.getByLabelText("Name")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
});
