import { notificationMessages } from '@shop/contracts/notifications/messages';
import type { NotificationEvent } from '@shop/contracts/notifications/schema';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { toast } from '#ui/toast.tsx';
import { takeMuted } from './muted-notifications.ts';
import { subscribeToNotifications } from './notification-stream.ts';

/** Pages that show the subjects of notifications. */
const SHOWS_NOTIFICATIONS = /^\/(notifications|orders)(\/|$)/;
const LISTS_NOTIFICATIONS = /^\/notifications$/;

/** Once, in the root: shows live notifications to logged-in customers. Guests have no stream, at checkout neither. */
export function LiveNotifications() {
  const { session, setUnreadCount } = useSession();
  const { revalidate } = useRevalidator();
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const hasStream = Boolean(session?.user && !session.user.guest);

  const handleEvent = useEffectEvent(({ items, unreadCount }: NotificationEvent) => {
    setUnreadCount(unreadCount);
    const [first] = items;
    const isMuted = items.map(({ link }) => takeMuted(link)).some(Boolean);
    if (items.length > 1) toast('info', notificationMessages.severalArrived(items.length));
    else if (first && !isMuted) toast('info', notificationMessages.arrived(first.title, first.message));

    // The first event has no items, but one may have arrived between loading the list and opening the stream.
    if ((items.length > 0 ? SHOWS_NOTIFICATIONS : LISTS_NOTIFICATIONS).test(next)) void revalidate();
  });
  useEffect(() => (hasStream ? subscribeToNotifications((event) => handleEvent(event)) : undefined), [hasStream]);
  return null;
}
