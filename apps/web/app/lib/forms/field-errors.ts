import type { Problem } from '@shop/contracts/common/problem';

type FieldError = NonNullable<Problem['errors']>[number];
type Issue = { path: PropertyKey[]; message: string };

/** The first error of each field, by its name or dotted path: of a problem of the API, or the issues of a contract. */
export const fieldErrors = (errors: readonly (FieldError | Issue)[] = []): Record<string, string> =>
  Object.fromEntries(
    errors.toReversed().map((error) => ['field' in error ? error.field : error.path.join('.'), error.message]),
  );
