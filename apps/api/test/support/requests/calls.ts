import { PERMISSIONS, type Permission } from '@shop/contracts/common/permissions';
import type { TestStore } from '#test/harness.ts';
import { UNKNOWN_ID } from '#test/ids.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether the access rule of a route is a staff permission. */
export const isPermission = (access: string | undefined): access is Permission =>
  Object.hasOwn(PERMISSIONS, access ?? '');

/** Every method and URL of the API, with `id` as each path parameter. */
export const callsOf = (app: TestStore['app'], id = UNKNOWN_ID) =>
  app.routes.flatMap(({ method, url, config }) =>
    METHODS.filter((known) => [method].flat().includes(known)).map((known) => ({
      method: known,
      url: url.replaceAll(/:\w+/g, id),
      access: config?.access,
    })),
  );
