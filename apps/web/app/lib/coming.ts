import { matchPath, useRouteLoaderData } from 'react-router';

/** Pages of coming releases. A path leaves this list when its page is built. */
export const COMING_PATHS = [
] as const;

export const isComing = (href: string) => {
  const [pathname = ''] = href.split(/[?#]/);
  return COMING_PATHS.some((pattern) => matchPath(pattern, pathname));
};

/** Tells whether a page may be linked: production does not link what is not there yet. */
export function useIsOpen() {
  const showComing = useRouteLoaderData<{ showComing: boolean }>('root')?.showComing ?? false;
  return (href: string) => showComing || !isComing(href);
}
