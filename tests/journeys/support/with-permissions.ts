import type { Permission } from "@airlock/contract";
import type { Page } from "playwright-core";
import { signInAt } from "../../support/sign-in.ts";
import type { Stage } from "./journey.ts";

/**
 * Opens pages with the permissions of each call, for one user in one window: their role is changed in between, which is cheaper than another
 * user, a window and a sign-in.
 */
export function withPermissions({
  open,
  person,
  admin,
}: Pick<Stage, "open" | "person" | "admin">): (permissions: readonly Permission[], path: string) => Promise<Page> {
  let opened: { readonly page: Page; readonly roleId: string } | undefined;
  return async (permissions, path) => {
    if (opened === undefined) {
      const { email, roleId } = await person({ permissions });
      if (roleId === undefined) throw new Error("A user without permissions has no role that could be changed.");
      const { page } = await open();
      await signInAt(page, path, email);
      opened = { page, roleId };
      return page;
    }
    const { page, roleId } = opened;
    // An open page would send requests that are refused from now on.
    await page.goto("about:blank");
    await (await admin()).do("role.update", { at: { roleId }, body: { permissions: [...permissions] } });
    await page.goto(path);
    return page;
  };
}
