import type { DemoOrder } from './orders.ts';
import type { Dice } from './random.ts';
import type { World } from './world.ts';

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
