/** A flow may have thousands of fields, nodes and links, and each is a term of one statement. */
export const roomy = { max_query_size: "64000000", max_ast_elements: "1000000", max_expanded_ast_elements: "5000000" } as const;
