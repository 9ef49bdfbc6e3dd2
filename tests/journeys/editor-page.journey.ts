import type { Permission } from "@airlock/contract";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { addExample, node, openEditor, untilOpen } from "./support/editor.ts";
import { hear, type Sentence } from "./support/hear.ts";
import { adminEmail, journey, type Stage } from "./support/journey.ts";
import { Panels } from "./support/panels.ts";
import { arrive, findMessage, readMessage } from "./support/seen.ts";

/** Blue is the path, red is an error: colours of the theme. */
const blue = "rgb(24, 144, 255)";
const red = "rgb(224, 51, 60)";

/** The statements of the specification about the page around diagram and panels: sections 2, 4 and 8. */
function page({ open, admin, person }: Stage, solutionId: string, name: string): readonly Sentence[] {
  const seenBy = async (...permissions: readonly Permission[]) => {
    const { email } = await person({ permissions });
    const window = await open();
    await openEditor(window.page, solutionId, email);
    return window.page;
  };
  return [
    {
      says: "/solution/{id} | Solution editor, private | login",
      seen: async () => {
        const stranger = (await open()).page;
        await stranger.goto(`/solution/${solutionId}`);
        await arrive(stranger, "/login");
      },
    },
    {
      says: "The header reads 'Solution Design - {solution name}'.",
      seen: async (panels) => panels.page.getByRole("heading", { level: 1, name: `Solution Design - ${name}`, exact: true }).waitFor(),
    },
    {
      says: "a left menu drawer, a central diagram canvas and a right details drawer",
      seen: async ({ page: here, details }) => {
        const [left, middle, right] = await Promise.all(
          [here.getByRole("complementary", { name: "Components" }), here.getByRole("application", { name: "Diagram" }), details].map(
            (part) => part.boundingBox(),
          ),
        );
        expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(middle?.x ?? 0);
        expect((middle?.x ?? 0) + (middle?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1);
      },
    },
    {
      says: "a right details drawer with three tabs: Properties, Application data fields, Runtime data fields",
      seen: async ({ details }) =>
        expect(await details.getByRole("tab").allTextContents()).toEqual(["Properties", "Application data fields", "Runtime data fields"]),
    },
    {
      says: "the page is clean for axe",
      seen: async ({ page: here }) => expect(await violationsOf(here)).toEqual([]),
    },
    {
      says: "Bottom tabs: Solution messages and Runtime verification (test data and runtime results).",
      seen: async ({ page: here }) => {
        await here.getByRole("tab", { name: "Solution messages" }).click();
        await here.getByText("No messages.").waitFor();
        await here.getByRole("tab", { name: "Runtime verification" }).click();
        await here.getByText("Test data", { exact: true }).waitFor();
        await here.getByText("Runtime results", { exact: true }).waitFor();
      },
    },
    {
      says: "Save (needs solution.update), Execute (needs solution.execute)",
      seen: async ({ page: here }) => {
        const shown = async (at: typeof here) =>
          Promise.all(["Save", "Execute"].map((button) => at.getByRole("button", { name: button, exact: true }).count()));
        expect(await shown(here)).toEqual([1, 1]);
        expect(await here.getByRole("complementary", { name: "Components" }).count()).toBe(1);
        const reader = await seenBy("solutions.list");
        expect(await shown(reader)).toEqual([0, 0]);
        expect(await reader.getByRole("complementary", { name: "Components" }).count(), "a reader changes nothing").toBe(0);
        expect(await shown(await seenBy("solutions.list", "solution.update"))).toEqual([1, 0]);
        expect(await shown(await seenBy("solutions.list", "solution.execute"))).toEqual([0, 1]);
      },
    },
    {
      says: "Solution edits are undoable/redoable",
      seen: async (panels) => {
        await panels.tab("Application data fields");
        // How many steps: packages/editor/src/react/panels/fields/fields-panel.component.test.tsx.
        const box = panels.field("loan_purpose is required");
        const was = await box.isChecked();
        await box.click();
        await panels.page.getByRole("button", { name: "Undo" }).first().click();
        await expect.poll(() => box.isChecked()).toBe(was);
        await panels.page.getByRole("button", { name: "Redo" }).first().click();
        await expect.poll(() => box.isChecked()).toBe(!was);
        await panels.page.getByRole("button", { name: "Undo" }).first().click();
        await expect.poll(() => box.isChecked()).toBe(was);
        await panels.tab("Properties");
      },
    },
    {
      says: "Saving on the server shows the notification 'Solution saved'.",
      seen: async ({ page: here }) => {
        await here.getByRole("button", { name: "Save", exact: true }).click();
        await readMessage(here, "Solution saved");
      },
    },
    {
      says: "Test execution: clear the previous result, save the definition through its definition link; on success post the names and values to the execute link",
      seen: async ({ page: here }) => {
        await here.getByRole("button", { name: "Execute" }).click();
        await here.getByText("Test run completed").waitFor();
        const calls: string[] = [];
        let sent: unknown;
        let goOn = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        await here.route("**/execute", async (route) => {
          sent = route.request().postDataJSON();
          await held;
          await route.continue();
        });
        here.on("request", (request) => {
          const path = new URL(request.url()).pathname.split("/").at(-1);
          if (request.method() !== "GET") calls.push(`${request.method()} ${path}`);
        });
        await here.getByRole("textbox", { name: "Test value of age", exact: true }).fill("36");
        await here.getByRole("button", { name: "Execute" }).click();
        await expect.poll(() => sent).toMatchObject({ age: 36, residency: "NL", net_income: 2850 });
        expect(await here.locator("[data-node].is-executed").count()).toBe(0);
        expect(await here.evaluate(() => getComputedStyle(document.body).cursor), "The cursor is wait during a request").toBe("wait");
        goOn();
        await here.getByText("Test run completed").waitFor();
        expect(calls).toEqual(["PUT definition", "POST execute"]);
        await expect.poll(() => here.evaluate(() => getComputedStyle(document.body).cursor)).not.toBe("wait");
        await here.unroute("**/execute");
      },
    },
    {
      says: "a node with a triggered event is highlighted blue",
      seen: async ({ page: here }) => {
        const colour = await node(here, "Debt burden").evaluate((element) => getComputedStyle(element).borderTopColor);
        expect(colour).toBe(blue);
        const idle = await node(here, "Refer").evaluate((element) => getComputedStyle(element).borderTopColor);
        expect(idle).not.toBe(blue);
      },
    },
    {
      says: "A link counts as executed when the source node has a left event and the target has a triggered event",
      seen: async ({ page: here }) => {
        const executed = (id: string) => here.locator(`g[data-link="${id}"].is-executed`).count();
        expect(await Promise.all(["start-eligibility", "eligibility-decline"].map(executed))).toEqual([1, 0]);
      },
    },
    {
      says: "A node tooltip lists runtime values that changed between triggered and left.",
      seen: async ({ page: here }) => {
        await node(here, "Debt burden").hover();
        const tooltip = here.getByRole("tooltip");
        await tooltip.getByText("debt_points").waitFor();
        expect((await tooltip.textContent())?.replaceAll(/\s+/g, " ")).toMatch(/debt_points ?missing ?to ?90/);
        expect(await tooltip.getByText("total").count()).toBe(0);
      },
    },
    {
      says: "on failure show an error notification titled 'Execute' with the server message; shown as 'message: description' with a code, dismissible",
      seen: async ({ page: here }) => {
        await here.getByRole("textbox", { name: "Test value of age", exact: true }).fill("");
        await here.getByRole("button", { name: "Execute" }).click();
        const message = await findMessage(here, "Execute: Invalid input. age");
        await message.getByText("INPUT_INVALID").waitFor();
        await message.getByRole("button", { name: "Dismiss" }).click();
        await message.waitFor({ state: "detached" });
      },
    },
    {
      says: "a node with an ERROR event is red",
      seen: async ({ page: here }) => {
        const failing = await addExample(await admin(), "Red at its node", "consumer-credit");
        await here.goto(`/solution/${failing}`);
        await untilOpen(here);
        await here.getByRole("button", { name: "Execute" }).click();
        await here.locator("[data-node].is-failed", { hasText: "Bureau report" }).waitFor();
        const colour = await node(here, "Bureau report").evaluate((element) => getComputedStyle(element).borderTopColor);
        expect(colour).toBe(red);
      },
    },
    {
      says: "Rendering error | 'Something went wrong.' replaces the screen",
      seen: async ({ page: here }) => {
        // An invalid document that passes every check: a node's name is not a text.
        await here.route("**/definition", async (route) => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            body: (await answer.text()).replaceAll(/"label":"[^"]*"/g, '"label":{"is":"not text"}'),
          });
        });
        await here.reload();
        await here.getByText("Something went wrong.").first().waitFor();
      },
    },
  ];
}

journey("the page of the solution editor matches the specification", async (stage) => {
  const name = "As specified";
  const solutionId = await addExample(await stage.admin(), name);
  const { page: here } = await stage.open();
  await openEditor(here, solutionId, adminEmail);
  await hear(new Panels(here), page(stage, solutionId, name));
});
