import type { Facets } from '@shop/contracts/catalog/schema';
import type { ReactNode } from 'react';

export type FilterValue = { value: string; label: ReactNode; count: number | null };

type Offer = {
  chosen: string[];
  /** Values that are offered even if the facet does not have them; they have no count. */
  others?: readonly string[];
  label?: (value: string) => ReactNode;
};

/** The values of a filter, without those that no product has. Chosen ones stay, so that they can be unselected. */
export function offeredValues(facet: Facets['tags'], { chosen, others = [], label = (value) => value }: Offer) {
  const counts = new Map(facet.map(({ name, count }) => [name, count]));
  const values = new Set([...counts.keys(), ...others.filter(Boolean)]);
  return [...values]
    .map((value): FilterValue => ({ value, label: label(value), count: counts.get(value) ?? null }))
    .filter(({ value, count }) => count !== 0 || chosen.includes(value));
}

const ALPHA_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL'];
const alphaRank = (size: string) => (ALPHA_SIZES.includes(size) ? ALPHA_SIZES.indexOf(size) : ALPHA_SIZES.length);

/** Alpha sizes from small to large, then the others by their numbers: XS, S, M, US 2, US 10. */
export function bySize({ value: one }: FilterValue, { value: other }: FilterValue) {
  const [a, b] = [sizeParts(one), sizeParts(other)];
  return alphaRank(one) - alphaRank(other) || inOrder(a.unit, b.unit) || a.number - b.number || inOrder(one, other);
}

/** 'US 10.5' → 'US ' and 10.5 */
function sizeParts(size: string) {
  const [, unit = '', number] = /^(\D*)([\d.]*)/.exec(size) ?? [];
  return { unit, number: Number(number) || 0 };
}

const inOrder = (one: string, other: string) => Number(one > other) - Number(one < other);
