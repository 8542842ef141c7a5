/**
 * A schema as a parameter. With `z.ZodType<T>` the compiler would compare all methods of a schema at each call, which
 * takes several times the types.
 */
export type Parser<T> = {
  parse(value: unknown): T;
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } };
};
