import { data } from 'react-router';
import type { z } from 'zod';
import { apiQuery } from '#features/admin/list/list-query.ts';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';

/**
 * One page of a list, for the URL's parameters. Field errors (422) are returned with an empty list; any other error,
 * for example of an unknown parameter in a hand-edited URL, is thrown to the error boundary.
 */
export async function loadAdminList<T>(request: Request, path: string, search: URLSearchParams, row: z.ZodType<T>) {
  const found = await apiFor(request).tryGetPage(`${path}?${apiQuery(search)}`, row.array());
  // Relative dates are the same on the server and after hydration.
  const now = new Date();
  if (found.ok) return { items: found.value.items, next: found.value.next, now, errors: {} as Record<string, string> };

  const { problem } = found;
  const errors = fieldErrors(problem.errors);
  if (problem.status === 422 && Object.keys(errors).length > 0) return { items: [], next: undefined, now, errors };
  throw data(problem, { status: problem.status });
}
