import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

const UNKNOWN = 'unknown';

/**
 * The pattern of the page that a path belongs to, such as `/product/:slug`. As many as there are routes: a visitor
 * cannot add one.
 */
export function routePatterns({ routes }: Pick<ServerBuild, 'routes'>) {
  const listed = Object.values(routes).filter((route) => route !== undefined);
  const childrenOf = (parentId: string | undefined): RouteObject[] =>
    listed
      .filter((route) => (route.parentId || undefined) === parentId)
      .map(({ id, path, index, caseSensitive }) =>
        index ? { id, path, index: true, caseSensitive } : { id, path, caseSensitive, children: childrenOf(id) },
      );
  const tree = childrenOf(undefined);

  return (pathname: string) => {
    const page = pathname.replace(/^\/_(root)?\.data$/, '/').replace(/\.data$/, '');
    const matches = matchRoutes(tree, page);
    if (!matches) return UNKNOWN;
    const parts = matches.flatMap(({ route }) => (route.path ? [route.path.replace(/^\/|\/$/g, '')] : []));
    return `/${parts.filter(Boolean).join('/')}`;
  };
}
