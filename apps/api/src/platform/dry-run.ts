import { AsyncLocalStorage } from 'node:async_hooks';
import { Effect } from '@shop/contracts/effects/schema';

const dryRuns = new AsyncLocalStorage<Effect[]>();

/** In a dry run every transaction is rolled back instead of committed. */
export const isDryRun = () => dryRuns.getStore() !== undefined;

/** Call it where the effect is written, and only there. Outside a dry run it does nothing. */
export const recordEffect = (effect: Effect) => void dryRuns.getStore()?.push(effect);

/** Does the work without storing anything, and returns its effects. The work must not call other services. */
export async function runDry(work: () => Promise<unknown>): Promise<Effect[]> {
  const effects: Effect[] = [];
  await dryRuns.run(effects, work);
  return mergeEffects(effects);
}

/** For work that may be rolled back to a savepoint: if it fails, its effects are not recorded. */
export async function recordUnlessFailed<T>(work: () => Promise<T>): Promise<T> {
  const recorded = dryRuns.getStore();
  if (!recorded) return work();
  const effects: Effect[] = [];
  const result = await dryRuns.run(effects, work);
  recorded.push(...effects);
  return result;
}

const KINDS = Effect.options.map(({ shape }) => shape.kind.value);
const ADDED_UP = ['amountMinor', 'units', 'count'];

/** Adds up effects that differ only in their amounts, and drops those of nothing. In the order of the schema. */
export function mergeEffects(effects: readonly Effect[]): Effect[] {
  const merged = new Map<string, Effect>();
  for (const effect of effects) {
    const key = JSON.stringify(Object.entries(effect).filter(([name]) => !ADDED_UP.includes(name)));
    const previous = merged.get(key);
    merged.set(key, previous ? add(previous, effect) : effect);
  }
  return [...merged.values()]
    .filter((effect) => Object.entries(effect).every(([name, value]) => !ADDED_UP.includes(name) || value !== 0))
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

const add = (a: Effect, b: Effect) =>
  Effect.parse(
    Object.fromEntries(
      Object.entries(a).map(([name, value]) => [
        name,
        ADDED_UP.includes(name) ? Number(value) + Number(Reflect.get(b, name)) : value,
      ]),
    ),
  );
