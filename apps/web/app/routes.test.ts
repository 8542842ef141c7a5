import type { RouteConfigEntry } from '@react-router/dev/routes';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { describe, expect, test } from 'vitest';
import { isProtected } from './lib/protected-paths.ts';
import routes from './routes.ts';

type Place = { path: string; file: string; guarded: boolean };

const placesIn = (entries: RouteConfigEntry[], guarded = false): Place[] =>
  entries.flatMap((entry) => {
    const behindGuard = guarded || entry.file.endsWith('-only.tsx');
    const own = entry.path ? [{ path: `/${entry.path}`, file: entry.file, guarded: behindGuard }] : [];
    return [...own, ...placesIn(entry.children ?? [], behindGuard)];
  });

const places = placesIn(await routes).filter(({ path }) => !path.startsWith('/dev'));

describe('the route table', () => {
  test('has the same admin pages as the table of their permissions', () => {
    const admin = places.map(({ path }) => path).filter((path) => /^\/admin(\/[^*]+)?$/.test(path));

    expect(admin.toSorted()).toEqual(ADMIN_PAGES.map(({ path }) => path).toSorted());
  });

  test('has a guard on exactly the paths that isProtected matches', () => {
    for (const { path, guarded } of places) expect({ path, guarded }).toEqual({ path, guarded: isProtected(path) });
  });
});
