import * as operations from '@shop/contracts/identity/operations';
import type { FastifyPluginAsync } from 'fastify';
import { acceptGuests, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { addAddress, changeAddress, removeAddress, setDefaultAddress } from './addresses.ts';

/** Every change responds with the updated customer, including all addresses. */
export const addressRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  acceptGuests(app);
  handle(app, operations.createAddress, { access: 'owner', rate: 'write' }, ({ actor, body }) =>
    addAddress(app.checkoutDb, actor, body),
  );

  handle(app, operations.updateAddress, { access: 'owner', rate: 'write' }, ({ actor, body }) =>
    changeAddress(app.checkoutDb, actor, body),
  );

  handle(app, operations.setDefaultAddress, { access: 'owner', rate: 'write' }, ({ actor, params }) =>
    setDefaultAddress(app.checkoutDb, actor, params.id),
  );

  handle(app, operations.deleteAddress, { access: 'owner', rate: 'write' }, ({ actor, params }) =>
    removeAddress(app.checkoutDb, actor, params.id),
  );
};
