import type { Operation, Route } from '@shop/contracts/common/operation';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { rangeQuery } from './range-url.ts';

/**
 * Figures of the days in the URL. Invalid days are returned as field errors, with the figures of the default range; any
 * other error is thrown to the error boundary.
 */
export async function loadInRange<Query, Figures>(
  request: Request,
  figures: Operation<Route, { query?: Query; search?: URLSearchParams }, unknown, Figures>,
  search: URLSearchParams,
  more: string[] = [],
) {
  const api = apiFor(request);
  const found = await api.call(figures, { search: new URLSearchParams(rangeQuery(search, more)) });
  if (found.ok) return { figures: found.value, errors: {} as Record<string, string> };

  const { problem } = found;
  const errors = fieldErrors(problem.errors);
  if (problem.status !== 422 || !(errors.from || errors.to)) throw data(problem, { status: problem.status });
  return { figures: await api.read(figures), errors };
}
