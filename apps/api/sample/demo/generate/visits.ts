import type { DemoOrder } from './orders.ts';
import { type Dice, plusDays } from './random.ts';
import type { DemoVariant, World } from './world.ts';

export type DemoCount = { metric: 'visits' | 'products' | 'carts' | 'checkouts'; day: string; count: number };
export type DemoSearch = { month: string; query: string; count: number };

/** The funnel of each day, from its orders: about 3% of the visits end in one. */
export function countsOf(dice: Dice, { days }: World, orders: readonly DemoOrder[]): DemoCount[] {
  const placed = new Map<string, number>();
  for (const { placedAt } of orders) {
    const day = placedAt.toISOString().slice(0, 10);
    placed.set(day, (placed.get(day) ?? 0) + 1);
  }
  return days.flatMap(({ start }) => {
    const day = start.toISOString().slice(0, 10);
    const count = placed.get(day) ?? 0;
    const spread = () => 0.85 + 0.3 * dice.next();
    const visits = Math.round((40 + 28 * count) * spread());
    const products = Math.round(visits * 0.6 * spread());
    const carts = Math.max(count, Math.round((1 + 3.1 * count) * spread()));
    const checkouts = Math.max(count, Math.round(1.4 * count * spread()));
    return [
      { metric: 'visits' as const, day, count: visits },
      { metric: 'products' as const, day, count: products },
      { metric: 'carts' as const, day, count: carts },
      { metric: 'checkouts' as const, day, count: checkouts },
    ];
  });
}

/** Queries without results, by month. */
export function searchesOf(dice: Dice, { days, content }: World): DemoSearch[] {
  const months = [...new Set(days.map(({ start }) => `${start.toISOString().slice(0, 7)}-01`))];
  return months.flatMap((month) =>
    content.marketing.searches.flatMap(([query, usual]) => {
      const count = Math.round(usual * 2 * dice.next());
      return count > 0 ? [{ month, query, count }] : [];
    }),
  );
}

export type DemoSearchDemand = { day: string; query: string; searches: number; zeroResults: number; clicks: number };
export type DemoSoldOutDemand = { day: string; subject: 'product' | 'variant'; itemId: string; count: number };
export type DemoRemedy = { query: string; doneAt: Date };

const DEMAND_DAYS = 90;
/** Queries with few clicks: this share of their searches opens a product. Synonyms reach the other one. */
const CLICKED = { rarely: 0.12, often: 0.6 };
/** The first remedy, and how many days each of the others was earlier. */
const REMEDY_DAYS = { first: 18, between: 13 };

const dateOf = (day: Date) => day.toISOString().slice(0, 10);

/** The synonyms that were added, each some days before the next. */
export const remediesOf = ({ now, content }: World): DemoRemedy[] =>
  content.marketing.remedied.map(([query], place) => ({
    query,
    doneAt: plusDays(now, -REMEDY_DAYS.first - place * REMEDY_DAYS.between),
  }));

/** Searches by day: without results, with few clicks, and those whose synonym helped from its day on. */
export function searchDemandOf(dice: Dice, world: World): DemoSearchDemand[] {
  const { searches: empty, fewClicks, remedied } = world.content.marketing;
  const remedies = new Map(remediesOf(world).map(({ query, doneAt }) => [query, dateOf(doneAt)]));
  const rollSearches = (inMonth: number) => Math.floor((inMonth / 30) * 2 * dice.next() + dice.next());
  const rollClicks = (searches: number, share: number) =>
    Array.from({ length: searches }).filter(() => dice.chance(share)).length;
  return world.days.slice(-DEMAND_DAYS).flatMap(({ start }) => {
    const day = dateOf(start);
    const queryOf = ([query, inMonth]: readonly [string, number], share: number): DemoSearchDemand => {
      const searches = rollSearches(inMonth);
      return { day, query, searches, zeroResults: share === 0 ? searches : 0, clicks: rollClicks(searches, share) };
    };
    return [
      ...empty.map((search) => queryOf(search, 0)),
      ...fewClicks.map((search) => queryOf(search, CLICKED.rarely)),
      ...remedied.map((search) => queryOf(search, day > (remedies.get(search[0]) ?? '') ? CLICKED.often : 0)),
    ].filter(({ searches }) => searches > 0);
  });
}

/** Choices of the sold-out variants, and views of the products that have no other. */
export function soldOutDemandOf(dice: Dice, { days, variants }: World, soldOut: readonly DemoVariant[]) {
  const isSoldOut = new Set(soldOut.map(({ variantId }) => variantId));
  const products = [...new Set(soldOut.map(({ productId }) => productId))].filter((id) =>
    variants.every(({ productId, variantId }) => productId !== id || isSoldOut.has(variantId)),
  );
  const items = [
    ...products.map((itemId) => ({ subject: 'product' as const, itemId, most: dice.int(2, 9) })),
    ...soldOut
      .filter(({ options }) => Object.keys(options).length > 0)
      .map(({ variantId }) => ({ subject: 'variant' as const, itemId: variantId, most: dice.int(1, 4) })),
  ];
  return days.slice(-30).flatMap(({ start }) =>
    items.flatMap(({ most, ...item }): DemoSoldOutDemand[] => {
      const count = dice.int(0, most);
      return count > 0 ? [{ day: dateOf(start), ...item, count }] : [];
    }),
  );
}
