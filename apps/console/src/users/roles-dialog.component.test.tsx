import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { RolesDialog } from "./roles-dialog.tsx";
import type { User } from "./use-users.ts";

const user = {
  _embedded: {
    webSafeString: "U1",
    firstName: "Ada",
    name: "Byron",
    type: "User",
    organisationWss: "O1",
    organisationName: "North Bank",
    roles: [{ webSafeString: "R1", name: "Analyst" }],
  },
  _links: { role: { href: "/users/U1/roles/{roleId}", templated: true, allow: ["POST", "DELETE"] } },
} as unknown as User; // what the dialog uses of it

test.each([401, 403])("after a refusal with %i, which the session reports, the change can be saved again", async (status) => {
  const problem = new ApiProblem({ status, code: "PERMISSION_MISSING", message: "Refused", description: "-", correlationId: "-" });
  const sent: string[] = [];
  const client = {
    send: (name: string) => {
      sent.push(name);
      return Promise.reject(problem);
    },
  };
  await render(
    <TestProviders session={signedInSession(client, { _embedded: { permissions: [] }, _links: {} })}>
      <RolesDialog user={user} onClose={() => undefined} />
    </TestProviders>,
  );
  await userEvent.click(page.getByRole("checkbox", { name: "Analyst" }));
  const save = page.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(save).toBeEnabled();
  await expect.element(page.getByRole("checkbox", { name: "Analyst" })).toBeEnabled();
});
