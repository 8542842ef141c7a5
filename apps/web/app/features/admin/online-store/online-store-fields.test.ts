import { onlineStoreMessages as texts } from '@shop/contracts/content/home-admin-messages';
import { expect, test } from 'vitest';
import { AnnouncementForm } from './online-store-fields.ts';

test.each(['tomorrow', '2026-13-01T10:00', '2026-02-30T10:00', '2026-03-05T25:00'])(
  'an announcement that starts at %s has a field error',
  (startsAt) => {
    const parsed = AnnouncementForm.safeParse({ startsAt });

    expect(parsed.error?.issues).toMatchObject([{ path: ['startsAt'], message: texts.badTime }]);
  },
);

test('an announcement can have a start and an end', () => {
  const times = { startsAt: '2026-03-05T10:00', endsAt: '2026-03-06T10:00' };

  expect(AnnouncementForm.safeParse(times).success).toBe(true);
});
