import { operation } from '../common/operation.ts';
import { StoreSettings, StoreSettingsUpdate } from './admin-schema.ts';

const tag = 'Admin: settings';

export const getStoreSettings = operation('GET /admin/settings', {
  id: 'getStoreSettings',
  tag,
  summary: 'Get the store settings',
  response: StoreSettings,
});

export const updateStoreSettings = operation('PUT /admin/settings', {
  id: 'updateStoreSettings',
  tag,
  summary: 'Update the store settings. Fails if a newer version exists',
  body: StoreSettingsUpdate,
  response: StoreSettings,
  errors: { 409: ['settings_conflict'] },
});
