import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CallResult } from './api.server.ts';
import { cacheRead } from './cached-read.server.ts';

const settings: PublicStoreSettings = {
  ...NEW_STORE_PROFILE,
  taxPercent: 8,
  standardShipping: 9.99,
  expressShipping: 12.99,
  freeShippingOver: null,
  paymentCurrency: 'INR',
  delivery: DEFAULT_DELIVERY,
  returnDays: 30,
};
const changed = { ...settings, taxPercent: 10 };
const unavailable = {
  ok: false as const,
  problem: { type: 'about:blank', title: '', status: 503, code: 'unavailable', message: 'No.', requestId: '' },
  cookies: [],
};
const found = (value: PublicStoreSettings) => ({ ok: true as const, value, cookies: [] });

function start(...results: CallResult<PublicStoreSettings>[]) {
  const read = vi.fn(async () => results.shift() ?? unavailable);
  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const letPass = (ms: number) => {
    now += ms;
  };
  return { read, find: cacheRead(read), letPass };
}

describe('cached store settings', () => {
  test('are read once for concurrent requests, and again after half a second', async () => {
    const { read, find, letPass } = start(found(settings), found(changed));

    expect(await Promise.all([find(), find()])).toEqual([settings, settings]);
    letPass(499);
    expect(await find()).toEqual(settings);
    expect(read).toHaveBeenCalledTimes(1);
    letPass(1);
    expect(await find()).toEqual(changed);
  });

  test('are the last known ones while the API is unavailable, which is tried every half second', async () => {
    const { read, find, letPass } = start(found(settings), unavailable, found(changed));
    await find();

    letPass(500);
    expect([await find(), await find()]).toEqual([settings, settings]);
    expect(read).toHaveBeenCalledTimes(2);
    letPass(500);
    expect(await find()).toEqual(changed);
  });

  test('are as old as the start of their read, which a later one overtakes', async () => {
    const answers: ((result: CallResult<PublicStoreSettings>) => void)[] = [];
    const read = () => new Promise<CallResult<PublicStoreSettings>>((resolve) => void answers.push(resolve));
    let now = 1_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const find = cacheRead(read);

    const early = find();
    now += 500;
    const late = find();
    answers[1]?.(found(changed));
    expect(await late).toEqual(changed);
    answers[0]?.(found(settings));

    expect(await early).toEqual(changed);
    expect(await find()).toEqual(changed);
  });

  test('are undefined before the API has responded', async () => {
    expect(await start(unavailable).find()).toBeUndefined();
  });
});
