import { ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { matchPath } from 'react-router';

/** What one must be allowed to do to see a page of the panel. An address without a page leads to the panel's first. */
export const requiredPermission = (pathname: string) =>
  ADMIN_PAGES.find(({ path }) => matchPath(path, pathname))?.needs ?? 'admin.access';
