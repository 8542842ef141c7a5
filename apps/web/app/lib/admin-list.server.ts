import { data } from 'react-router';
import type { z } from 'zod';
import { apiFor } from './api.server.ts';

/**
 * One page of a list, as the address asks for it. What the API does not understand is told at its field, over an empty
 * list; an address with a field of no list is one that somebody typed, and is told as a page that cannot be shown.
 */
export async function loadAdminList<T>(request: Request, path: string, search: URLSearchParams, row: z.ZodType<T>) {
  const query = new URLSearchParams([...search].filter(([name, value]) => value !== '' && name !== 'done'));
  const found = await apiFor(request).tryGetPage(`${path}?${query}`, row.array());
  if (found.ok) return { items: found.value.items, next: found.value.next, errors: {} as Record<string, string> };

  const { problem } = found;
  const errors = Object.fromEntries((problem.errors ?? []).map(({ field, message }) => [field, message]));
  if (problem.status === 422 && Object.keys(errors).length > 0) return { items: [], next: undefined, errors };
  throw data(problem, { status: problem.status });
}
