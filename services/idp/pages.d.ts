/** The form that asks who someone is; `problem` says what was wrong with the last answer. */
export declare function signInPage(uid: string, email: string, problem?: string): string;
/** `form` is the provider's own, with its secret; the buttons join it by its id. */
export declare function signOutPage(form: string, atOnce: boolean): string;
export declare function signedOutPage(): string;
export declare function errorPage(error: string, description: string): string;
