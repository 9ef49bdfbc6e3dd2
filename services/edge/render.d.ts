/** Fills `${NAME}` as the nginx image's envsubst does: nginx's own `$name` stays, and a name without a value is a mistake. */
export declare function render(template: string, values: Readonly<Record<string, string>>): string;
