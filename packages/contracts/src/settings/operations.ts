import { operation } from '../common/operation.ts';
import { PublicStoreSettings } from './schema.ts';

export const getPublicStoreSettings = operation('GET /store-settings', {
  id: 'getPublicStoreSettings',
  tag: 'Store settings',
  summary: 'Get the public store settings: seller, tax, shipping and charge currency',
  response: PublicStoreSettings,
});
