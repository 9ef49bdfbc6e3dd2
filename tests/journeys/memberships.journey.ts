import { expect } from "vitest";
import type { Page } from "playwright-core";
import { invitationLink } from "../support/inbox.ts";
import { eventually } from "../support/eventually.ts";
import type { Caller } from "../support/caller.ts";
import { addAccount, newOrganisation } from "../support/people.ts";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { journey } from "./support/journey.ts";
import { arrive, chooseFromAccountMenu, onScreen } from "./support/seen.ts";

const unique = () => `${process.pid}-${Date.now().toString(36)}`;

async function invite(inviter: Caller, emailAddress: string): Promise<void> {
  const { organisationWss } = (await inviter.do("profile.read"))._embedded;
  const invited = await inviter.do("users.invite", { body: { firstName: "Vera", name: "Lind", emailAddress, organisationWss } });
  const role = await inviter.do("allRoles.create", { body: { name: `Solutions ${unique()}`, permissions: ["solutions.list"] } });
  await inviter.do("user.role.add", { at: { userId: invited._embedded.webSafeString, roleId: role._embedded.webSafeString } });
}

const topBar = (page: Page) => page.getByRole("banner");

journey(
  "invited by two organisations: a user accepts one, later the other, and switches between them",
  async ({ open, product, admin }) => {
    const name = unique();
    const root = await admin();
    const [beta, alpha] = [await newOrganisation(product, root, `Beta-${name}`), await newOrganisation(product, root, `Alpha-${name}`)];
    await alpha.do("solutions.create", { body: { name: "Solution of Alpha" } });
    const ofBeta = await beta.do("solutions.create", { body: { name: "Solution of Beta" } });
    const email = `vera-${name}@airlock.test`;
    await addAccount(product, email, "Vera", "Lind");
    await invite(beta, email);
    await invite(alpha, email);

    const { page } = await open();
    await page.goto("/admin/solutions");
    await page.getByRole("button", { name: "Login" }).click();
    await answerSignInForm(page, email);
    await arrive(page, "/invitations");
    await page.getByText(`Invited by Admin Beta-${name}`).waitFor();
    await page.getByRole("button", { name: `Accept Alpha-${name}` }).click();
    await arrive(page, "/admin/solutions");
    await page.getByText("Solution of Alpha").waitFor();

    await chooseFromAccountMenu(page, "Invitations");
    await arrive(page, "/invitations");
    await page.getByRole("button", { name: `Accept Beta-${name}` }).click();
    await arrive(page, "/admin");
    await topBar(page).getByText(`Beta-${name}`).waitFor();
    await page.goto("/admin/solutions");
    await page.getByText("Solution of Beta").waitFor();
    expect(await page.getByText("Solution of Alpha").count()).toBe(0);

    await chooseFromAccountMenu(page, `Alpha-${name}`);
    await arrive(page, "/admin");
    await topBar(page).getByText(`Alpha-${name}`).waitFor();
    await page.goto("/admin/solutions");
    await page.getByText("Solution of Alpha").waitFor();
    expect(await page.getByText("Solution of Beta").count()).toBe(0);
    // A URL of the other organisation is not found from here.
    const refused = page.waitForResponse(
      (response) => response.url().includes(ofBeta._embedded.webSafeString) && response.status() === 404,
    );
    await page.goto(`/solution/${ofBeta._embedded.webSafeString}`);
    await refused;
  },
);

journey(
  "following the link of one invitation joins that organisation, although another invited first",
  async ({ open, product, admin }) => {
    const name = unique();
    const root = await admin();
    const [beta, alpha] = [await newOrganisation(product, root, `Beta-${name}`), await newOrganisation(product, root, `Alpha-${name}`)];
    const email = `follower-${name}@airlock.test`;
    await addAccount(product, email, "Fay", "Lind");
    await invite(beta, email);
    const first = await invitationLink(product, email);
    await invite(alpha, email);
    const link = await eventually("the second invitation", async () => {
      const found = await invitationLink(product, email);
      return found.href === first.href ? undefined : found;
    });
    const { page } = await open();
    await page.goto(link.href);
    await page.getByText(`Alpha-${name}`).waitFor();
    await page.getByRole("button", { name: /^Continue to/ }).click();
    await answerSignInForm(page, email);
    // The other invitation is still open, so the user has to choose.
    await arrive(page, "/invitations");
    await page.getByRole("button", { name: `Decline Beta-${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await arrive(page, "/admin");
    await onScreen(page, "Dashboard");
    await topBar(page).getByText(`Alpha-${name}`).waitFor();

    // A new window of the same user does not ask again.
    const again = await open();
    await signInAt(again.page, "/admin", email);
  },
);
