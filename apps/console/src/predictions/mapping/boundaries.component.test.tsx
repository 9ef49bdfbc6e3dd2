import { setLocale } from "@airlock/flow/locale";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Boundaries } from "./boundaries.tsx";

afterEach(() => setLocale([]));

test("a boundary is shown and read as the user's locale writes numbers", async () => {
  setLocale(["de-DE"]);
  const changes: (readonly number[])[] = [];
  await render(<Boundaries of="Income" boundaries={[1000.5]} mayEdit onChange={(next) => changes.push(next)} />);
  const field = page.getByLabelText("Boundary of Income");
  const edit = () => userEvent.click(page.getByRole("button", { name: "Change 1.000,5 of Income" }));
  await edit();
  await expect.element(field).toHaveValue("1000,5");
  await userEvent.fill(field, "2.500,75");
  await userEvent.keyboard("{Enter}");
  expect(changes).toEqual([[2500.75]]);
  await edit();
  await userEvent.fill(field, "1e3");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
});

test("a boundary with more decimals than are shown is not changed by looking at it", async () => {
  const changes: (readonly number[])[] = [];
  await render(<Boundaries of="Share" boundaries={[0.1234567890123456]} mayEdit onChange={(next) => changes.push(next)} />);
  await userEvent.click(page.getByRole("button", { name: "Change 0.123457 of Share" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Change 0.123457 of Share" })).toBeVisible();
  expect(changes.flat()).toEqual([]);
});
