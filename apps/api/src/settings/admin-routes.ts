import * as operations from '@shop/contracts/settings/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { saveSettings } from './admin.ts';
import { getSettings } from './service.ts';

export const adminSettingsRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.getStoreSettings, { access: 'settings.read' }, () => getSettings(app.db));

  handle(app, operations.updateStoreSettings, { access: 'settings.write', rate: 'cart' }, ({ actor, body }) =>
    saveSettings(app.db, actor, body),
  );
};
