import { setTimeout as pause } from 'node:timers/promises';
import { milliseconds } from './percentile.ts';

export const VISITS_PER_SECOND = 25;
const PAGES = ['/', '/products', '/product/aurora-solitaire-ring', '/api/products?limit=24', '/api/products?q=crystal'];

/** Open loop: the next one comes when it is time, whether or not the last was answered. */
export async function atRate<T>(perSecond: number, seconds: number, call: (turn: number) => Promise<T>) {
  const startedAt = performance.now();
  const calls: Promise<T>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const due = startedAt + (turn * 1_000) / perSecond;
    if (due > performance.now()) await pause(due - performance.now());
    calls.push(call(turn));
  }
  return Promise.all(calls);
}

/** People who only look around; gives back how long each of them waited, in milliseconds. */
export const measureVisits = (url: string, seconds: number, pages = PAGES) =>
  atRate(VISITS_PER_SECOND, seconds, async (turn) => {
    const startedAt = performance.now();
    const response = await fetch(url + pages[turn % pages.length]);
    await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return performance.now() - startedAt;
  });

export const summarizeTimes = (times: number[]) =>
  `p50 ${milliseconds(times, 0.5)}   p99 ${milliseconds(times, 0.99)}   (${times.length} visits)`;
