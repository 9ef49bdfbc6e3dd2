import { setLocale } from "@airlock/flow/locale";

/** Numbers and dates are written as in the first language of the browser. */
setLocale(navigator.languages);
