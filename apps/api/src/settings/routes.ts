import { PublicStoreSettings } from '@shop/contracts/settings/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cachePublicly } from '#platform/http/caching.ts';
import { getPublicSettings } from './service.ts';

export const settingsRoutes: FastifyPluginAsyncZod = async (app) => {
  cachePublicly(app);

  app.get(
    '/store-settings',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getPublicStoreSettings',
        tags: ['Store settings'],
        summary: 'Get the public store settings: seller, tax, shipping and charge currency',
        response: { 200: PublicStoreSettings },
      },
    },
    () => getPublicSettings(app.db),
  );
};
