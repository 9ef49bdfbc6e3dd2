/** Fills `${NAME}` like envsubst in the nginx image: nginx's own `$name` stays, and a name without a value is an error. */
export function render(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\$\{([A-Z_]+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template asks for ${name}, which has no value.`);
    return value;
  });
}
