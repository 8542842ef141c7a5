import type { ServerBuild } from 'react-router';

/** The one route of this server for all pages. */
export const PAGES = '/*';

const UNKNOWN = 'unknown';

/**
 * Maps a path to the pattern of its page, such as `/product/:slug`: a closed set for the labels of metrics. Compiled
 * once, because the router would rank all routes again for every request. Any path without a page is `unknown`.
 */
export function routePatterns({ routes, routeDiscovery }: Pick<ServerBuild, 'routes' | 'routeDiscovery'>) {
  const patterns = Object.values(routes).flatMap((route) =>
    route?.path === undefined ? [] : [fullPath(routes, route.id)],
  );
  const exact = new Set(['/', routeDiscovery.manifestPath, ...patterns.filter((pattern) => !/[:*]/.test(pattern))]);
  const dynamic = patterns
    .filter((pattern) => /[:*]/.test(pattern) && pattern !== PAGES)
    .toSorted((a, b) => Number(a.includes('*')) - Number(b.includes('*')))
    .map((pattern) => ({ pattern, matcher: matcherOf(pattern) }));

  return (pathname: string) => {
    // The router ignores case and a final slash; it adds `.data` to the path for client-side navigation.
    const path = pathname
      .toLowerCase()
      .replace(/^\/_(root)?\.data$/, '/')
      .replace(/\.data$|(?<=.)\/$/, '');
    if (exact.has(path)) return path;
    return dynamic.find(({ matcher }) => matcher.test(path))?.pattern ?? UNKNOWN;
  };
}

function fullPath(routes: ServerBuild['routes'], id: string): string {
  const { parentId, path = '' } = routes[id] ?? {};
  const parent = parentId === undefined ? '' : fullPath(routes, parentId);
  return path === '' ? parent : `${parent.replace(/\/$/, '')}/${path}`;
}

const matcherOf = (pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, 'i');
