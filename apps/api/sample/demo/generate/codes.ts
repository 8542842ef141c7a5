import { type BasisPoints, toBasisPoints } from '@shop/contracts/common/money';
import { latestOffer } from './calendar.ts';
import { type Dice, plusDays } from './random.ts';
import type { World } from './world.ts';

export type DemoCode = {
  id: string;
  code: string;
  title: string;
  description: string;
  percentBp: BasisPoints;
  active: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  usageLimit: number | null;
  perUserLimit: number | null;
  createdAt: Date;
};

/** The codes that the demo data creates. */
export function codesOf(dice: Dice, { content, days, now }: World): DemoCode[] {
  const firstDay = days[0]?.start ?? now;
  return content.marketing.codes.map(({ festival, percent, ...code }) => {
    const offer = festival ? latestOffer(festival, now) : undefined;
    const createdAt = offer ? plusDays(offer.startsAt, -3) : plusDays(firstDay, -1);
    return {
      ...code,
      id: dice.idAt(createdAt),
      percentBp: toBasisPoints(percent),
      startsAt: offer?.startsAt ?? null,
      endsAt: offer?.endsAt ?? null,
      createdAt,
    };
  });
}

/** A code that orders can use: of the demo, or of the sample. */
export type UsableCode = Pick<
  DemoCode,
  'id' | 'code' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Counts uses, also those that a cancellation releases later: no limit is exceeded at any time. */
export function redeemer(codes: readonly UsableCode[]) {
  const uses = new Map<string, number>();
  const count = (key: string) => uses.get(key) ?? 0;
  const isFree = (limit: number | null, key: string) => limit === null || count(key) < limit;

  return (dice: Dice, userId: string, at: Date): UsableCode | undefined => {
    const usable = codes.filter(
      ({ id, startsAt, endsAt, usageLimit, perUserLimit }) =>
        (!startsAt || startsAt <= at) &&
        (!endsAt || endsAt > at) &&
        isFree(usageLimit, id) &&
        isFree(perUserLimit, `${id} ${userId}`),
    );
    if (usable.length === 0) return undefined;
    // Offers of a festival are what customers use while they last.
    const code = dice.weighted(usable, ({ startsAt }) => (startsAt ? 6 : 1));
    for (const key of [code.id, `${code.id} ${userId}`]) uses.set(key, count(key) + 1);
    return code;
  };
}
