import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { matchPath } from 'react-router';

/** The permission a page of the admin panel requires. A path without a page requires `admin.access` only. */
export const requiredPermission = (pathname: string) =>
  ADMIN_PAGES.find(({ path }) => matchPath(path, pathname))?.needs ?? 'admin.access';
