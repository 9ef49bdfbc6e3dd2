import { ThemeProvider } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { theme } from "../theme/theme.tsx";
import { Menu } from "./menu.tsx";

test("a tooltip shows its text above everything when it is pointed at, takes no pointer events, and closes", async () => {
  await render(
    <ThemeProvider theme={theme}>
      <Tooltip title="Deletes the row">
        <button type="button">Delete</button>
      </Tooltip>
      <p>Elsewhere</p>
    </ThemeProvider>,
  );
  expect(document.querySelector(".MuiTooltip-popper")).toBeNull();
  await page.getByRole("button", { name: "Deletes the row" }).hover();
  const tip = page.getByRole("tooltip");
  await expect.element(tip).toHaveTextContent("Deletes the row");
  const style = getComputedStyle(tip.element());
  expect([style.zIndex, style.pointerEvents]).toEqual(["1500", "none"]);
  await page.getByText("Elsewhere").hover();
  await expect.element(tip).not.toBeInTheDocument();
});

test("a tooltip opens for the keyboard and closes with Escape", async () => {
  await render(
    <ThemeProvider theme={theme}>
      <Tooltip title="Deletes the row">
        <button type="button">Delete</button>
      </Tooltip>
    </ThemeProvider>,
  );
  await userEvent.tab();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Deletes the row");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("tooltip")).not.toBeInTheDocument();
});

function Choices() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button type="button" onClick={(event) => setAnchor(event.currentTarget)}>
        Open
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <li role="menuitem" tabIndex={-1}>
          First
        </li>
      </Menu>
    </>
  );
}

test("a menu opens with the keyboard, takes the focus, and returns it when it closes", async () => {
  await render(<Choices />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "First" })).toBeVisible();
  await expect.poll(() => document.querySelector('[role="menu"]')?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Open" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menuitem", { name: "First" })).toBeVisible();
});
