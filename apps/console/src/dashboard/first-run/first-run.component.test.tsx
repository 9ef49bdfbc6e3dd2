import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { noteStep, readMarks, setHidden, useMarks } from "../../parts/first-run/first-run-marks.ts";
import { StepList } from "./first-run.tsx";
import { firstRunSteps, type Facts } from "./first-run-steps.ts";

const solution = { webSafeString: "s1", name: "Personal loan", createdDate: "2026-11-01T11:00:00Z" };

afterEach(() => localStorage.clear());

async function show(facts: Facts): Promise<() => void> {
  const onHide = vi.fn<() => void>();
  await render(<StepList steps={firstRunSteps(facts)} action={(name) => <button>{`Go on with ${name}`}</button>} onHide={onHide} />);
  return onHide;
}

test("the first step that did not happen is the current one, and has the only button", async () => {
  await show({ solution, marks: { tested: "2026-11-01T11:10:00Z" } });
  await expect.element(page.getByText("2 of 5 done")).toBeVisible();
  await expect.element(page.getByRole("listitem").filter({ hasText: "Personal loan" })).toBeVisible();
  const current = page.getByRole("listitem").filter({ hasText: "Create a version and start serving it." });
  await expect.element(current).toHaveAttribute("aria-current", "step");
  await expect.element(current.getByRole("button", { name: "Go on with Release" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Go on/ }).elements()).toHaveLength(1);
});

test("Hide hides it", async () => {
  const onHide = await show({ marks: {} });
  await userEvent.click(page.getByRole("button", { name: "Hide" }));
  expect(onHide).toHaveBeenCalledOnce();
});

function Noted() {
  const { tested, isHidden = false } = useMarks("o1");
  return <output>{`${tested ?? "not tested"}, ${isHidden ? "hidden" : "shown"}`}</output>;
}

test("a step that is noted is seen at once, counts the first time only, and belongs to its organisation", async () => {
  await render(<Noted />);
  await expect.element(page.getByText("not tested, shown")).toBeVisible();
  noteStep("o1", "tested", new Date("2026-11-01T11:10:00Z"));
  noteStep("o1", "tested", new Date("2026-11-02T11:10:00Z"));
  await expect.element(page.getByText("2026-11-01T11:10:00.000Z, shown")).toBeVisible();
  setHidden("o1", true);
  await expect.element(page.getByText("2026-11-01T11:10:00.000Z, hidden")).toBeVisible();
  expect(readMarks("o2")).toEqual({});
});

test("what is stored and cannot be read counts as nothing", () => {
  localStorage.setItem("airlock-first-run-o1", "{");
  expect(readMarks("o1")).toEqual({});
});
