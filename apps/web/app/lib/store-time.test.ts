import { expect, test } from 'vitest';
import { ZONE_FIELD, zoneOfForm } from './store-time.ts';

const formWith = (zone?: string) => {
  const form = new FormData();
  if (zone !== undefined) form.set(ZONE_FIELD, zone);
  return form;
};

test('the times of a form are in the zone that it was shown in, or the current one without a valid zone', () => {
  expect(zoneOfForm(formWith('Asia/Kolkata'), 'Europe/Paris')).toBe('Asia/Kolkata');
  expect(zoneOfForm(formWith('Mars/Olympus'), 'Europe/Paris')).toBe('Europe/Paris');
  expect(zoneOfForm(formWith(), 'Europe/Paris')).toBe('Europe/Paris');
});
