import { useLocation, useSearchParams } from 'react-router';
import { listUrl } from './list-query.ts';

/** Builds URLs of the current list with some parameters replaced; undefined removes one. */
export function useListUrl() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  return (changes: Record<string, string | undefined>) => listUrl(pathname, search, changes);
}
