import { MINUTE_MS } from '@shop/contracts/common/time';
import { idAt } from '#sample/ids.ts';

/** Numbers in [0, 1) that depend only on the seed (mulberry32). */
function mulberry32(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Dice = ReturnType<typeof diceOf>;

/** Every subject has a seed of its own, so that a change of one does not change the others. */
export function diceOf(seed: number) {
  const next = mulberry32(seed);
  const hex = (digits: number): string =>
    Array.from({ length: Math.ceil(digits / 8) }, () =>
      Math.floor(next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    )
      .join('')
      .slice(0, digits);

  return {
    next,
    hex,
    chance: (probability: number) => next() < probability,
    /** Both bounds are included. */
    int: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    pick<T>(list: readonly T[]): T {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('The demo data has nothing to choose from.');
      return item;
    },
    weighted<T>(items: readonly T[], weightOf: (item: T) => number): T {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      const found = items.find((item) => {
        left -= weightOf(item);
        return left < 0;
      });
      const item = found ?? items.at(-1);
      if (item === undefined) throw new Error('The demo data has nothing to choose from.');
      return item;
    },
    shuffled<T>(list: readonly T[]): T[] {
      return list
        .map((item) => ({ item, place: next() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ item }) => item);
    },
    /** A time-ordered id; that of an order ends in its number. */
    idAt: (moment: Date, number = hex(8)) => idAt(moment, number, hex(10)),
  };
}

export const plusMinutes = (moment: Date, minutes: number) =>
  new Date(moment.getTime() + Math.round(minutes * MINUTE_MS));
export const plusHours = (moment: Date, hours: number) => plusMinutes(moment, hours * 60);
export const plusDays = (moment: Date, days: number) => plusHours(moment, days * 24);
