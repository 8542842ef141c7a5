import type { Problem } from '@shop/contracts/common/problem';

const REQUEST_TIMEOUT_MS = 20_000;

type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Throws if there is no response. */
export async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<ApiResult<T>> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (response.ok) return { ok: true, value: await response.json() };
  return { ok: false, problem: await response.json() };
}
