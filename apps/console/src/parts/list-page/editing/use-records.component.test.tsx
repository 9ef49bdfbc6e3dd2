import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../../api/session/signed-in-session.ts";
import { TestProviders } from "../../../api/session/test-providers.tsx";
import { useRecords } from "./use-records.ts";

function Page({ load, work }: { readonly load: () => Promise<string>; readonly work: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ["groups"], queryFn: load });
  const { sending } = useRecords(["groups"]);
  const [outcome, setOutcome] = useState("nothing");
  const run = () =>
    sending(work).then(
      (result) => setOutcome(`did ${result}`),
      (error: unknown) => setOutcome(`failed with ${String(error)}`),
    );
  return (
    <>
      <output aria-label="List">{data}</output>
      <output aria-label="Outcome">{outcome}</output>
      <button onClick={() => void run()}>Run</button>
    </>
  );
}

const list = page.getByRole("status", { name: "List" });
const outcome = page.getByRole("status", { name: "Outcome" });

test("what a dialog sends has succeeded before its lists are loaded again, and a failure is the caller's", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const loads = [Promise.resolve("first"), promise, Promise.resolve("third")];
  const works = [Promise.resolve("it"), Promise.reject(new Error("taken"))];
  for (const one of works) one.catch(() => undefined);
  await render(
    <TestProviders session={signedInSession({}, { _links: {} })}>
      <Page load={() => loads.shift() ?? Promise.resolve("more")} work={() => works.shift() ?? Promise.resolve("more")} />
    </TestProviders>,
  );
  await expect.element(list).toHaveTextContent("first");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(outcome).toHaveTextContent("did it");
  await expect.element(list).toHaveTextContent("first");
  resolve("second");
  await expect.element(list).toHaveTextContent("second");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(outcome).toHaveTextContent("failed with Error: taken");
  // What was refused may have changed since it was loaded.
  await expect.element(list).toHaveTextContent("third");
});
