import type { ActionName } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { AddDatasourceDialog } from "./add-datasource-dialog.tsx";

async function open(links: readonly string[] = ["datasources", "secrets"]) {
  const sent: unknown[] = [];
  let isClosed = false;
  const list = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
  const secrets = [
    { _embedded: { webSafeString: "K1", name: "CrmPassword", hosts: ["db.example.com"] }, _links: {} },
    { _embedded: { webSafeString: "K2", name: "PartnerKey", hosts: ["api.example.com"] }, _links: {} },
  ];
  const read = (name: ActionName) => Promise.resolve(list(name === "secrets.list" ? secrets : []));
  const send = (name: ActionName, href: string, { body }: { readonly body?: unknown } = {}) => {
    sent.push({ name, href, body });
    return Promise.resolve({ _embedded: { webSafeString: "D1", name: "Loans", type: "Postgres" }, _links: {} });
  };
  const client = { all: read, get: read, post: send };
  const entries = links.map((rel) => [rel, { href: `/${rel}`, allow: ["GET", "POST"] }] as const);
  const profile = { _embedded: { permissions: [], organisationWss: "O1" }, _links: Object.fromEntries(entries) };
  const session = signedInSession(client, profile);
  await render(
    <TestProviders session={session}>
      <AddDatasourceDialog
        href="/datasources"
        onClose={() => {
          isClosed = true;
        }}
      />
    </TestProviders>,
  );
  return { sent, isClosed: () => isClosed };
}

const fill = (label: string, text: string) => userEvent.fill(page.getByRole("textbox", { name: label }), text);
const choose = async (label: string, option: string) => {
  await userEvent.click(page.getByRole("combobox", { name: label }));
  await userEvent.click(page.getByRole("option", { name: option }));
};

test("a Postgres table is sent with its connection once everything is entered, and the dialog closes", async () => {
  const { sent, isClosed } = await open();
  await userEvent.click(page.getByRole("radio", { name: "Postgres" }));
  const create = page.getByRole("button", { name: "Create" });
  await expect.element(create).toBeDisabled();
  await fill("Name", "Loans");
  await fill("Host", "DB.example.com ");
  await fill("Database", "crm");
  await fill("User", "reader");
  await choose("Password", "CrmPassword");
  await expect.element(create).toBeDisabled();
  await fill("Table or view", "Loans 2026");
  await fill("Port", "70000");
  await expect.element(page.getByText("1 to 65535")).toBeVisible();
  await expect.element(create).toBeDisabled();
  await fill("Port", "5433");
  await userEvent.click(create);
  await expect.poll(isClosed).toBe(true);
  const connection = {
    host: "db.example.com",
    port: 5433,
    database: "crm",
    user: "reader",
    secret: "CrmPassword",
    schema: "public",
    tls: "verify",
  };
  expect(sent).toEqual([
    {
      name: "datasources.create",
      href: "/datasources",
      body: { type: "Postgres", name: "Loans", tableName: "Loans 2026", tableType: "custom", ...connection },
    },
  ]);
});

test("a secret for another host, and a connection without encryption, are pointed out", async () => {
  await open();
  await userEvent.click(page.getByRole("radio", { name: "Postgres" }));
  await fill("Host", "db.example.com");
  await choose("Password", "PartnerKey");
  await expect.element(page.getByText("PartnerKey is not for db.example.com. Add the host to the secret.")).toBeVisible();
  await choose("Encryption", "None");
  await expect.element(page.getByText("The password and the rows can be read on the network.")).toBeVisible();
});

test("without the permission to see secrets, Postgres cannot be chosen, with the reason", async () => {
  await open(["datasources"]);
  await expect.element(page.getByRole("radio", { name: "Postgres" })).toBeDisabled();
  await expect.element(page.getByText("You need the permission secrets.list to use a password.")).toBeVisible();
});
