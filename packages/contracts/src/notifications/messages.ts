export const notificationMessages = {
  title: 'Notifications',
  list: 'Your notifications',
  unread: 'Unread',
  markRead: 'Mark as read',
  marking: 'Marking...',
  markAllRead: 'Mark all as read',
  failed: 'We could not mark it as read. Please try again.',
  none: 'No notifications',
  noneText: "You don't have any notifications right now. We'll let you know when there's any update.",
  showMore: 'Show more',
  newest: 'Back to the newest notifications',
  notFound: 'We could not find this notification.',
  tooManyStreams: 'The shop is open in too many windows. Close one, and this one is told again.',
  /** How a toast tells what has just come. */
  arrived: (title: string, message: string) => `${title}: ${message}`,
  severalArrived: (count: number) => `You have ${count} new notifications.`,
};

/** What the icon of a notification says to those who do not see it. */
export const notificationTypes = { order: 'Order', promotion: 'Promotion', other: 'News' } as const;
