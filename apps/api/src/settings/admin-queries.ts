import { assignments, columnsOf, count, one } from '#platform/database/sql.ts';
import { settings } from './queries.ts';
import type { SettingsRow } from './rules.ts';

/** Of a store with the sample data, unless an owner has saved its settings. */
export const assumePaymentRate = () =>
  count('settings.assumePaymentRate')`
    update store_settings set payment_rate_status = 'assumed'
     where version = 1 and payment_rate_status = 'unconfirmed'`;

/** Locked until the transaction ends: serializes concurrent saves. */
export const lockSettings = () =>
  one('settings.lock', settings)`select ${columnsOf(settings)} from store_settings for update`;

export const updateSettings = (values: Omit<SettingsRow, 'version'>) =>
  one('settings.update', settings)`
    update store_settings set ${assignments(values)}, version = version + 1 returning ${columnsOf(settings)}`;
