import type { Dice } from './random.ts';
import type { DemoVariant } from './world.ts';

export type DemoLine = { id: string; variant: DemoVariant; quantity: number };

type Rated = { variant: DemoVariant; popularity: number };

/** Some products sell far better than others, and inexpensive ones more often. */
export function popularityOf(dice: Dice, variants: readonly DemoVariant[]): Rated[] {
  const ofProduct = new Map<string, number>();
  return variants.map((variant) => {
    const taste = ofProduct.get(variant.productId) ?? 0.3 + 3 * dice.next() ** 2;
    ofProduct.set(variant.productId, taste);
    const siblings = variants.filter(({ productId }) => productId === variant.productId).length;
    return { variant, popularity: (taste * Math.sqrt(10_000 / variant.unitPriceCents)) / siblings };
  });
}

/** One to four variants of products that existed by then, in the order of their ids, as a checkout stores them. */
export function basketOf(dice: Dice, rated: readonly Rated[], at: Date): Omit<DemoLine, 'id'>[] {
  const existing = rated.filter(({ variant }) => variant.createdAt <= at);
  const choices = existing.length > 0 ? existing : rated;
  const size = dice.weighted([1, 2, 3, 4], (lines) => [55, 28, 12, 5][lines - 1] ?? 1);
  const chosen = new Map<string, Omit<DemoLine, 'id'>>();
  for (let line = 0; line < size; line += 1) {
    const { variant } = dice.weighted(choices, ({ popularity }) => popularity);
    const quantity = variant.category === 'Evening Wear' ? 1 : dice.weighted([1, 2, 3], (units) => 40 / units ** 3);
    chosen.set(variant.variantId, { variant, quantity });
  }
  return [...chosen.values()].toSorted((one, other) => (one.variant.variantId < other.variant.variantId ? -1 : 1));
}
