import type { News } from '@shop/contracts/notifications';
import { notificationMessages } from '@shop/contracts/notifications-texts';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { toast } from '#components/ui/toast.tsx';
import { hearNews } from '#lib/hear-news.ts';
import { useSession } from '#lib/session.tsx';

/** Pages that show what the news are about. */
const SHOWS_NEWS = /^\/(notifications|orders)(\/|$)/;
const LISTS_NEWS = /^\/notifications$/;

/** Once in the root of the page: tells the signed-in what happens meanwhile. Guests have no stream. */
export function LiveNews() {
  const { session, noteUnread } = useSession();
  const { revalidate } = useRevalidator();
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const signedIn = Boolean(session?.user);

  const hear = useEffectEvent(({ items, unreadCount }: News) => {
    noteUnread(unreadCount);
    const [first] = items;
    if (items.length > 1) toast('info', notificationMessages.severalArrived(items.length));
    else if (first) toast('info', notificationMessages.arrived(first.title, first.message));

    // The first event brings nothing new, but something may have come between the list and the stream.
    if ((items.length > 0 ? SHOWS_NEWS : LISTS_NEWS).test(next)) void revalidate();
  });
  useEffect(() => (signedIn ? hearNews((news) => hear(news)) : undefined), [signedIn]);
  return null;
}
