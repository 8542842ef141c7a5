import { PERMISSIONS, type Permission } from '@shop/contracts/permissions';
import type { TestStore } from './harness.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Whether a route is for those who work here. */
export const isPermission = (access: string | undefined): access is Permission =>
  Object.hasOwn(PERMISSIONS, access ?? '');

/** Every call the API answers, about whatever `id` names. */
export const callsOf = (app: TestStore['app'], id = '01890000-0000-7000-8000-000000000000') =>
  app.routes.flatMap(({ method, url, config }) =>
    METHODS.filter((known) => [method].flat().includes(known)).map((known) => ({
      method: known,
      url: url.replaceAll(/:\w+/g, id),
      access: config?.access,
    })),
  );
