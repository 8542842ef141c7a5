import type { Operation, Route } from '@shop/contracts/common/operation';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { apiQuery } from './list-query.ts';

type ListCall = { params?: object; query?: object; search?: URLSearchParams };
/** Those of the path of the list, if it has any. */
type ParamsOf<Call> = Call extends { params: infer Params extends object } ? [params: Params] : [];

/**
 * One page of a list, for the URL's parameters. Field errors (422) are returned with an empty list; any other error,
 * for example of an unknown parameter in a hand-edited URL, is thrown to the error boundary.
 */
export async function loadAdminList<Call extends ListCall, Row>(
  request: Request,
  list: Operation<Route, Call, unknown, Row[]>,
  search: URLSearchParams,
  ...[params]: ParamsOf<Call>
) {
  const operation: Operation<Route, ListCall, unknown, Row[]> = list;
  const found = await apiFor(request).call(operation, { params, search: apiQuery(search) });
  // Relative dates are the same on the server and after hydration.
  const now = new Date();
  if (found.ok) return { items: found.value, next: found.next, now, errors: {} as Record<string, string> };

  const { problem } = found;
  const errors = fieldErrors(problem.errors);
  if (problem.status === 422 && Object.keys(errors).length > 0) return { items: [], next: undefined, now, errors };
  throw data(problem, { status: problem.status });
}
