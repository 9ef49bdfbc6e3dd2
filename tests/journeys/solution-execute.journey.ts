import { expect } from "vitest";
import { addExample, node, openEditor, textOf, untilSaved } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

journey("Execute saves, then executes through the links, and draws the path with what each node changed", async ({ open, admin }) => {
  const caller = await admin();
  const solutionId = await addExample(caller, "Executed");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && pathname.includes("/solutions/")) calls.push(`${request.method()} ${pathname.split("/").at(-1)}`);
  });
  await page.getByRole("tab", { name: "Runtime verification" }).click();
  await page.getByRole("textbox", { name: "Test value of age", exact: true }).fill("35");
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Test run completed").waitFor();
  expect(calls).toEqual(["PUT definition", "POST execute"]);
  expect(await page.locator("[data-node].is-executed").count()).toBeGreaterThan(5);
  expect(await page.locator("g[data-link].is-executed").count()).toBeGreaterThan(5);
  await page.getByRole("cell", { name: "set by Bureau score" }).waitFor();
  await page.mouse.move(700, 90);
  await node(page, "Debt burden").hover();
  const tooltip = page.getByRole("tooltip").or(page.locator(".cv-tooltip"));
  await tooltip.getByText("debt_points").first().waitFor();
  await tooltip.getByText("missing").first().waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  expect(await page.locator("[data-node].is-executed").count()).toBe(0);
});

journey("a run that fails is red at its node, and the notification is called Execute", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "Failing call", "consumer-credit");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await page.getByRole("button", { name: "Execute" }).click();
  await readMessage(page, "Execute:");
  await page.getByText(/Test run failed at Bureau report/).waitFor();
  await page.locator("[data-node].is-failed", { hasText: "Bureau report" }).waitFor();
  // A mock response replaces the call, and is saved with the solution.
  const results = page.getByRole("region", { name: "Results" });
  await results.getByRole("button", { name: "Use a mock response" }).first().click();
  await results.getByLabel("Mock response of Bureau report").fill('{"score": 700, "accounts": {"missed_payments": 0}}');
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator("[data-node].is-executed", { hasText: "Bureau report" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Execute" }).click();
  await page.locator("[data-node].is-executed", { hasText: "Bureau report" }).waitFor();
});

journey("problems of the test data are shown at each field, and as 'Execute' with the server's message", async ({ open, admin }) => {
  const solutionId = await addExample(await admin(), "Wrong data");
  const { page } = await open();
  await openEditor(page, solutionId, adminEmail);
  await page.getByRole("tab", { name: "Runtime verification" }).click();
  const age = page.getByRole("textbox", { name: "Test value of age", exact: true });
  await age.fill("3x");
  await page.getByText("Enter a whole number, like 18 or -2.").waitFor();
  await age.fill("");
  await page.getByRole("button", { name: "Execute" }).click();
  await readMessage(page, "Execute: Invalid input. age");
  expect(await age.getAttribute("aria-invalid")).toBe("true");
  // The problem was about the executed value.
  await age.fill("30");
  await expect.poll(() => age.getAttribute("aria-invalid")).toBe("false");
});

journey(
  "saved cases run together in place, uncovered links are drawn, and cases are exported and imported as CSV",
  async ({ open, admin }) => {
    const caller = await admin();
    const solutionId = await addExample(caller, "Cases");
    const { page } = await open();
    await openEditor(page, solutionId, adminEmail);
    await page.getByRole("tab", { name: /Test cases/ }).click();
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("9 of 9 passed").waitFor();
    await page.getByText("100% of links covered").waitFor();
    // Result and name stay visible while the values are scrolled.
    const stays = [page.locator(".tc-table td:first-child").first(), page.getByLabel(/^Name of /).first()];
    const before = await Promise.all(stays.map(async (cell) => (await cell.boundingBox())?.x));
    const scrolled = await page.locator(".tc-scroll").evaluate((element) => {
      element.scrollLeft = element.scrollWidth;
      return element.scrollLeft;
    });
    expect(scrolled).toBeGreaterThan(100);
    expect(await Promise.all(stays.map(async (cell) => (await cell.boundingBox())?.x))).toEqual(before);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await textOf(await download);
    expect(file.split("\r\n")).toHaveLength(11);

    // Only the first is left: the parts that it does not reach are drawn differently.
    for (let left = 9; left > 1; left -= 1)
      await page
        .getByRole("button", { name: /^Delete / })
        .last()
        .click();
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("1 of 1 passed").waitFor();
    expect(await page.locator("g[data-link].is-uncovered").count()).toBeGreaterThan(0);

    const expected = page.getByLabel(/^Expected result of/);
    await expected.fill("Decline");
    await expected.press("Enter");
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("0 of 1 passed").waitFor();
    await page.getByText("was Approve").waitFor();

    await page.getByLabel("Test cases as CSV").setInputFiles({ name: "cases.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
    await readMessage(page, "9 test cases imported");
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("9 of 10 passed").waitFor();

    await page.getByRole("tab", { name: "Runtime verification" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("Test run completed").waitFor();
    await page.getByRole("button", { name: "Save as test" }).click();
    await readMessage(page, "Case 11 added to the test cases");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await untilSaved(page);
    const { _embedded: stored } = await caller.do("definition.read", { at: { solutionId } });
    expect(stored.testCases?.length).toBe(11);
  },
);
