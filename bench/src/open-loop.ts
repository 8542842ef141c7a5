import { setTimeout as pause } from 'node:timers/promises';
import { milliseconds } from './milliseconds.ts';

export const VISITS_PER_SECOND = 25;
const PAGES = ['/', '/products', '/product/aurora-solitaire-ring', '/api/products?limit=24', '/api/products?q=crystal'];

/** Open loop: requests start on schedule, whether or not earlier ones have finished. */
export async function atRate<T>(perSecond: number, seconds: number, call: (turn: number) => Promise<T>) {
  const startedAt = performance.now();
  const calls: Promise<T>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const due = startedAt + (turn * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const response = call(turn);
    // A failure is thrown at the end: unhandled before, it would end the process and leave the store running.
    response.catch(() => undefined);
    calls.push(response);
  }
  return Promise.all(calls);
}

/** Requests pages like browsing visitors; returns the response times in milliseconds. */
export const measureVisits = (url: string, seconds: number, pages = PAGES) =>
  atRate(VISITS_PER_SECOND, seconds, async (turn) => {
    const startedAt = performance.now();
    const response = await fetch(url + pages[turn % pages.length]);
    await response.text();
    if (!response.ok) throw new Error(`${response.url} responded ${response.status}`);
    return performance.now() - startedAt;
  });

export const summarizeTimes = (times: number[]) =>
  `p50 ${milliseconds(times, 0.5)}   p99 ${milliseconds(times, 0.99)}   (${times.length} visits)`;
