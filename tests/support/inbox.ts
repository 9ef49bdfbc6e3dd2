import { z } from "zod";
import { eventually } from "./eventually.ts";
import type { Product } from "./product.ts";

const mails = z.array(z.object({ id: z.string(), subject: z.string(), text: z.string(), html: z.string() }));

/** The newest mail to an address, once one has arrived. */
export function mailTo(product: Product, address: string) {
  return eventually(`a mail to ${address}`, async () => {
    const response = await fetch(`${product.inboxUrl}/mails?to=${encodeURIComponent(address)}`);
    return mails.parse(await response.json()).at(-1);
  });
}

/** The URL of the activation page in an invitation. */
export async function invitationLink(product: Product, address: string): Promise<URL> {
  const { text } = await mailTo(product, address);
  const found = /https?:\/\/\S+\/confirm\/[\w.~-]+/.exec(text)?.[0];
  if (found === undefined) throw new Error(`The invitation holds no link:\n${text}`);
  return new URL(found);
}
