import { catalogMessages } from '@shop/contracts/catalog/messages';
import { nextCursor, type Page } from './paging.ts';

const RETRIES = 3;
const RETRY_DELAY_MS = 1_000;

export const readJson = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  read(path, (response) => response.json(), signal);

export const readPage = <T>(path: string, signal?: AbortSignal): Promise<Page<T>> =>
  read(path, async (response) => ({ items: await response.json(), next: nextCursor(response.headers) }), signal);

/** Reads are idempotent, so a failed one is retried, up to three times. */
async function read<T>(path: string, parse: (response: Response) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let retriesRemaining = RETRIES; ; retriesRemaining -= 1) {
    try {
      const response = await fetch(path, { headers: { accept: 'application/json' }, signal });
      if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
      return await parse(response);
    } catch (error) {
      if (signal?.aborted || retriesRemaining === 0) throw error;
      await pause(RETRY_DELAY_MS);
      signal?.throwIfAborted();
    }
  }
}

/** Like `readJson`, but logs a failure with the message for product data. */
export async function readProductData<T>(path: string, signal?: AbortSignal): Promise<T> {
  try {
    return await readJson<T>(path, signal);
  } catch (error) {
    if (!signal?.aborted) console.error(catalogMessages.loadFailed, error);
    throw error;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
