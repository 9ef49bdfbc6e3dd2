/** The form the api takes: a local part without doubled or leading dots, then a domain with at least one dot. */
const address = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function isEmail(text: string): boolean {
  return text.length <= 254 && address.test(text);
}

export const emailHint = "Enter a complete address, like name@company.com";
