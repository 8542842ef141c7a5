import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { expect, test } from 'vitest';
import { AnnouncementForm, announcementOf, typedAnnouncement } from './online-store-fields.ts';

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

test('the times of an announcement are typed in the store’s time zone', () => {
  const typed = { enabled: true, text: 'Sale', href: '', startsAt: '2026-03-05T10:00', endsAt: '2026-07-05T10:00' };

  const announcement = announcementOf(typed, 'America/New_York');

  expect([announcement.startsAt, announcement.endsAt]).toEqual([
    '2026-03-05T15:00:00.000Z',
    '2026-07-05T14:00:00.000Z',
  ]);
  expect(typedAnnouncement({ ...announcement, version: 1 }, 'America/New_York')).toMatchObject({
    startsAt: '2026-03-05T10:00',
    endsAt: '2026-07-05T10:00',
  });
});
