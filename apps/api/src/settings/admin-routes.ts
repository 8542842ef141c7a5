import { StoreSettings, StoreSettingsUpdate } from '@shop/contracts/settings/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { saveSettings } from './admin.ts';
import { getSettings } from './service.ts';

const tags = ['Admin: settings'];

export const adminSettingsRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/settings',
    {
      config: { access: 'settings.read' },
      schema: {
        operationId: 'getStoreSettings',
        tags,
        summary: 'Get the store settings',
        response: { 200: StoreSettings },
      },
    },
    () => getSettings(app.db),
  );

  app.put(
    '/admin/settings',
    {
      config: { access: 'settings.write', rate: 'cart' },
      schema: {
        operationId: 'updateStoreSettings',
        tags,
        summary: 'Update the store settings. Fails if a newer version exists',
        body: StoreSettingsUpdate,
        response: { 200: StoreSettings },
        errors: { 409: ['settings_conflict'] },
      },
    },
    ({ actor, body }) => saveSettings(app.db, actor, body),
  );
};
