import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../services/instance.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { administrator } from "./tutorials/administrator.ts";
import { analyst } from "./tutorials/analyst.ts";
import { designer } from "./tutorials/designer.ts";
import { engineer } from "./tutorials/engineer.ts";
import { walk } from "./tutorials/tutorial.ts";

const tutorial = (role: string) => readFile(join(projectRoot, "docs/tutorials", `${role}.md`), "utf8");

// One story, because the engineer calls what the designer has released, and the analyst experiments with it.
journey("the tutorials of designer, engineer and analyst work, step by step", async ({ open, product }) => {
  const { page } = await open(withServiceWorker);
  await walk(await tutorial("designer"), designer(page));
  await walk(await tutorial("engineer"), engineer(page, product));
  // The engineer ends in the window of an execution, which has no menu.
  const { page: own } = await open();
  await signInAt(own, "/admin", adminEmail);
  await walk(await tutorial("analyst"), analyst(own));
});

journey("the administrator's tutorial works, step by step", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", adminEmail);
  await walk(await tutorial("administrator"), administrator(page));
});
