import { randomBytes } from 'node:crypto';
import { slugOf } from '@shop/contracts/catalog/admin-schema';

/** The slug of a name, or `fallback` for a name that has no character of a slug. */
export const slugBaseOf = (name: string, fallback: string) => slugOf(name).replaceAll(/^-+|-+$/g, '') || fallback;

/** The base if it is free, else with the lowest free number from 2 to 9, else with a random suffix. */
export async function findFreeSlug(base: string, listTaken: (slugs: string[]) => Promise<string[]>) {
  const candidates = [base, ...Array.from({ length: 8 }, (_, place) => `${base}-${place + 2}`)];
  const taken = await listTaken(candidates);
  return candidates.find((slug) => !taken.includes(slug)) ?? `${base}-${randomBytes(4).toString('hex')}`;
}
