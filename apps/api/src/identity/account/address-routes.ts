import { Id } from '@shop/contracts/common/schema';
import { ChangedAddress, NewAddress, User } from '@shop/contracts/identity/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acceptGuests, findSessionsOnCheckoutPool } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { addAddress, changeAddress, removeAddress, setDefaultAddress } from './addresses.ts';

/** Every change responds with the updated customer, including all addresses. */
export const addressRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  findSessionsOnCheckoutPool(app);
  acceptGuests(app);
  const config = { access: 'owner', rate: 'write' } as const;
  const tags = ['Addresses'];

  app.post(
    '/addresses',
    {
      config,
      schema: {
        operationId: 'createAddress',
        tags,
        summary: 'Add an address. The first one becomes the default',
        body: NewAddress,
        response: { 200: User },
        errors: { 409: ['too_many_addresses'] },
      },
    },
    ({ actor, body }) => addAddress(app.checkoutDb, actor, body),
  );

  app.put(
    '/addresses',
    {
      config,
      schema: {
        operationId: 'updateAddress',
        tags,
        summary: 'Update an address',
        body: ChangedAddress,
        response: { 200: User },
        errors: { 404: ['address_not_found'] },
      },
    },
    ({ actor, body }) => changeAddress(app.checkoutDb, actor, body),
  );

  app.patch(
    '/addresses/:id/set-default',
    {
      config,
      schema: {
        operationId: 'setDefaultAddress',
        tags,
        summary: 'Set the default address',
        params: z.object({ id: Id }),
        response: { 200: User },
        errors: { 404: ['address_not_found'] },
      },
    },
    ({ actor, params }) => setDefaultAddress(app.checkoutDb, actor, params.id),
  );

  app.delete(
    '/addresses/:id',
    {
      config,
      schema: {
        operationId: 'deleteAddress',
        tags,
        summary: 'Delete an address. If it was the default, the oldest remaining one becomes the default',
        params: z.object({ id: Id }),
        response: { 200: User },
        errors: { 404: ['address_not_found'] },
      },
    },
    ({ actor, params }) => removeAddress(app.checkoutDb, actor, params.id),
  );
};
