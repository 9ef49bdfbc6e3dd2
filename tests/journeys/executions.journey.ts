import { executionResource } from "@airlock/contract";
import { expect } from "vitest";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive } from "./support/seen.ts";

/** The worker stores an execution shortly after the response, and the machine may be busy. */
const patience = { timeout: 60_000 };

journey(
  "an execution is found by a field's value, opened as a trace, drawn on its diagram, and its link opens it again",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { versionId } = await serveDecision(caller, "Traced");
    const { token, keyId } = await issueKey(caller, product);
    const answers = await Promise.all(
      [17, 30, 41].map(async (age) =>
        (await ask(product, versionId, token, { age, reference: `trace-${age}` }, { "X-Correlation-ID": `order:${age}-traced` })).json(),
      ),
    );
    const [young] = answers.map((answer) => executionResource.parse(answer)._embedded.webSafeString);

    const { page, context } = await open();
    await signInAt(page, `/admin/executions?versions=${versionId}`, adminEmail);
    // All three appear without a reload, as soon as the worker has stored them.
    await expect.poll(() => page.locator(".started").count(), patience).toBe(3);

    const words = page
      .getByRole("searchbox")
      .or(page.getByPlaceholder(/executions/))
      .first();
    const find = async (text: string) => {
      await words.fill(text);
      await page.waitForURL((url) => url.searchParams.get("q") === text);
    };
    const declined = page.locator(".oc.decline", { hasText: "declined" });
    await find("age < 18");
    await expect.poll(() => page.locator(".started").count(), patience).toBe(1);
    await find("trace-41");
    await declined.waitFor({ state: "detached", ...patience });
    await expect.poll(() => page.locator(".started").count(), patience).toBe(1);
    await find("reference = trace-17");
    await expect.poll(() => page.locator(".oc.decline").first().textContent(), patience).toBe("declined");

    // By the two ids that a caller has.
    await find("order:17-traced");
    await expect.poll(() => page.locator(".started").count(), patience).toBe(1);
    await find(young ?? "");
    await expect.poll(() => page.locator(".oc.decline").count(), patience).toBe(1);

    // A click anywhere on the row opens it.
    await page
      .getByRole("row")
      .filter({ has: page.locator(".started") })
      .getByRole("cell")
      .last()
      .click();
    await page.locator("tr.is-current").waitFor();
    const trace = page.getByRole("complementary", { name: "One execution" });
    await trace.getByText("Completed").waitFor();
    await trace.getByText("order:17-traced", { exact: true }).waitFor();
    await trace.getByText(keyId, { exact: true }).waitFor();
    const rule = trace.getByRole("listitem").filter({ hasText: "Too young" });
    await expect.poll(() => rule.textContent(), patience).toContain("age < 18");
    await expect.poll(() => rule.textContent(), patience).toContain("declined");
    expect(new URL(page.url()).searchParams.get("execution")).toBe(young);

    await page.reload();
    await trace.getByText("Completed").waitFor();
    await page.keyboard.press("Escape");
    await trace.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search or jump to").fill("order:17-traced");
    await page.getByRole("option", { name: /Traced, 1\.0/ }).click();
    await arrive(page, `/execution/${young}`);

    // The link that one user sends to another.
    const other = await context.newPage();
    await other.goto(`/execution/${young}`);
    await other.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();
    await other.getByText("Too young").first().waitFor();
    await other.goto(`/execution/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    await other.getByText("We can't find what you're after").waitFor();
  },
);

journey("a condition that did not hold shows by how much it missed", async ({ open, admin, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Missed");
  const { token } = await issueKey(caller, product);
  await ask(product, versionId, token, { age: 20 });
  const { page } = await open();
  await signInAt(page, `/admin/executions?versions=${versionId}`, adminEmail);
  await page.locator(".started").first().click();
  await page.getByRole("complementary", { name: "One execution" }).getByText("age was 20, 2 too high").waitFor();
});

journey("executions are filtered by time, outcome and duration together, and the URL has the filters", async ({ open, admin, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Narrowed");
  const { token } = await issueKey(caller, product);
  for (const age of [17, 30]) await ask(product, versionId, token, { age });
  const { page } = await open();
  await signInAt(page, `/admin/executions?versions=${versionId}`, adminEmail);
  const found = () => page.locator(".started").count();
  await expect.poll(found, patience).toBe(2);

  await page.getByRole("button", { name: "When" }).click();
  await page.getByRole("menuitemradio", { name: "Last hour" }).click();
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("menuitemradio", { name: "Completed" }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  const more = page.getByRole("dialog", { name: "More filters" });
  await more.getByLabel("to, ms", { exact: true }).fill("soon");
  await more.getByText("Enter milliseconds, like 100").waitFor();
  await more.getByLabel("to, ms", { exact: true }).fill("60000");
  await more.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "up to 60000 ms" }).waitFor();
  await expect.poll(found, patience).toBe(2);
  await page.reload();
  await expect.poll(found, patience).toBe(2);

  await page.getByRole("button", { name: "up to 60000 ms" }).click();
  await more.getByLabel("Duration from, ms").fill("50000");
  await more.getByRole("button", { name: "Apply" }).click();
  await page.getByText("No execution matches the filter").waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect.poll(found, patience).toBeGreaterThanOrEqual(2);
});

journey("an execution becomes a test case of its solution, which passes and links back to it", async ({ open, admin, product }) => {
  const caller = await admin();
  const { solutionId, versionId } = await serveDecision(caller, "Becomes a case");
  const { token } = await issueKey(caller, product);
  const answer = await (await ask(product, versionId, token, { age: 17 })).json();
  const executionId = executionResource.parse(answer)._embedded.webSafeString;

  const { page } = await open();
  await signInAt(page, `/admin/executions?versions=${versionId}`, adminEmail);
  await page.locator(".started").first().click(patience);
  await page.getByRole("button", { name: "Make a test case" }).click(patience);
  await page.getByText("The execution is a test case of the solution").waitFor(patience);
  const { testCases } = (await caller.do("definition.read", { at: { solutionId } }))._embedded;
  expect(testCases).toMatchObject([{ input: { age: "17" }, executionId }]);

  await page.goto(`/solution/${solutionId}`);
  await page.getByRole("tab", { name: "Test cases" }).click(patience);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByText("1 of 1 passed").waitFor(patience);
  expect(await page.getByRole("link", { name: /^Execution of/ }).getAttribute("href")).toBe(`/execution/${executionId}`);
});
