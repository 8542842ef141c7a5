/**
 * The API in the browser. The type of an operation is all that is imported of it: its route is a literal that the
 * compiler compares, and no contract is sent to the browser.
 */
import { catalogMessages } from '@shop/contracts/catalog/messages';
import {
  type AnswerOf,
  type CallTo,
  type FieldsOf,
  type Operation,
  type ProblemOf,
  pathOf,
  urlOf,
} from '@shop/contracts/common/operation';
import { nextCursor } from './paging.ts';

const RETRIES = 3;
const RETRY_DELAY_MS = 1_000;
const WRITE_TIMEOUT_MS = 20_000;

type Where<Op extends Operation> = Omit<CallTo<Op>, 'body' | 'key'>;

/** The URL of an operation, also for links to files. */
export const apiUrl = <Op extends Operation>(route: Op['route'], input: Where<Op>) => `/api${urlOf({ route }, input)}`;

export const readOperation = async <Op extends Operation>(
  route: Op['route'],
  input: Where<Op>,
  signal?: AbortSignal,
): Promise<AnswerOf<Op>> => (await readPage<Op>(route, input, signal)).items;

/** Reads are idempotent, so a failed one is retried, up to three times. */
export async function readPage<Op extends Operation>(route: Op['route'], input: Where<Op>, signal?: AbortSignal) {
  for (let retriesRemaining = RETRIES; ; retriesRemaining -= 1) {
    try {
      const response = await fetch(apiUrl<Op>(route, input), { headers: { accept: 'application/json' }, signal });
      if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
      const items: AnswerOf<Op> = await response.json();
      return { items, next: nextCursor(response.headers) };
    } catch (error) {
      if (signal?.aborted || retriesRemaining === 0) throw error;
      await pause(RETRY_DELAY_MS);
      signal?.throwIfAborted();
    }
  }
}

/** Like `readOperation`, but logs a failure with the message for product data. */
export async function readProductData<Op extends Operation>(
  route: Op['route'],
  input: Where<Op>,
  signal?: AbortSignal,
): Promise<AnswerOf<Op>> {
  try {
    return await readOperation<Op>(route, input, signal);
  } catch (error) {
    if (!signal?.aborted) console.error(catalogMessages.loadFailed, error);
    throw error;
  }
}

type Sent<Op extends Operation> = { ok: true; value: AnswerOf<Op> } | { ok: false; problem: ProblemOf<Op> };

/** A POST of the values of a form. Throws if there is no response. */
export async function submitOperation<Op extends Operation>(
  route: Op['route'] & `POST /${string}`,
  fields: FieldsOf<CallTo<Op>>,
): Promise<Sent<Op>> {
  const response = await fetch(`/api${pathOf({ route })}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
  });
  if (response.ok) return { ok: true, value: await response.json() };
  return { ok: false, problem: await response.json() };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
