import { data } from 'react-router';
import type { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { rangeQuery } from './range-url.ts';

/**
 * Figures of the days in the URL. Invalid days are returned as field errors, with the figures of the default range; any
 * other error is thrown to the error boundary.
 */
export async function loadInRange<T>(
  request: Request,
  path: string,
  search: URLSearchParams,
  schema: z.ZodType<T>,
  more: string[] = [],
) {
  const api = apiFor(request);
  const found = await api.tryGet(`${path}?${rangeQuery(search, more)}`, schema);
  if (found.ok) return { figures: found.value, errors: {} as Record<string, string> };

  const { problem } = found;
  const errors = fieldErrors(problem.errors);
  if (problem.status !== 422 || !(errors.from || errors.to)) throw data(problem, { status: problem.status });
  return { figures: await api.get(path, schema), errors };
}
