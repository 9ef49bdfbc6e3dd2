import { seedGroups } from "../support/seed-groups.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atAudit({ page, product, admin }: Scene, query = ""): Promise<void> {
  await seedGroups(product, admin);
  const { items } = await admin.do("allRoles.list", { query: { search: "Auditor" } });
  const role = items[0]?._embedded;
  const description = "Reads everything except roles";
  if (role && role.description !== description) {
    const permissions = role.permissions.filter((one) => one !== "allRoles.list");
    await admin.do("role.update", { at: { roleId: role.webSafeString }, body: { description, permissions } });
  }
  await page.goto(`/admin/audit${query}`);
  await page.locator(".audit-sentence").first().waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

export const auditShots: readonly Shot[] = [
  screen("audit-full", "The latest changes", (scene) => atAudit(scene)),
  screen("audit-open", "A change with before and after", async (scene) => {
    await atAudit(scene, "?q=Auditor&change=updated");
    await scene.page.getByRole("button", { name: "What changed in Auditor" }).first().click();
    await scene.page.getByText("Follows", { exact: true }).waitFor();
    await scene.page.mouse.move(0, 0);
  }),
  screen("audit-when", "Narrowing it in time", async (scene) => {
    await atAudit(scene);
    await scene.page.getByRole("button", { name: "When", exact: true }).first().click();
    await scene.page.getByRole("dialog", { name: "When" }).waitFor();
  }),
  screen("audit-no-match", "Filters without a match", async ({ page }) => {
    await page.goto("/admin/audit?noun=key&to=2020-01-01T00:00:00.000Z");
    await page.getByText("No change matches the filter", { exact: true }).waitFor();
  }),
  screen("audit-error", "The list cannot be loaded", async ({ page, stop }) => {
    await page.goto("/admin/profile");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await stop("api");
    await jump(page, "audit");
    await page.getByText("Something went wrong.").waitFor();
  }),
];
