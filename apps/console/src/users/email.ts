import { formRules } from "@airlock/contract/form-rules";
import { brokenRules } from "../parts/forms/broken-rules.ts";

export function isEmail(text: string): boolean {
  return !brokenRules(formRules["users.invite"], { emailAddress: text }).has("emailAddress");
}

export const emailHint = "Enter a complete address, like name@company.com";
