export const notificationMessages = {
  title: 'Notifications',
  list: 'Your notifications',
  unread: 'Unread',
  markRead: 'Mark as read',
  marking: 'Marking...',
  markAllRead: 'Mark all as read',
  failed: 'We couldn’t mark it as read. Please try again.',
  none: 'No notifications',
  noneText: "You don't have any notifications right now. We'll let you know when there's any update.",
  showMore: 'Show more',
  newest: 'Back to newest notifications',
  notFound: 'We couldn’t find this notification.',
  tooManyStreams: 'Crystalline is open in too many tabs. Close one to get live updates here.',
  /** The text of a toast. */
  arrived: (title: string, message: string) => `${title}: ${message}`,
  severalArrived: (count: number) => `You have ${count} new notifications.`,
};

/** Text alternatives of the notification icons. */
export const notificationTypes = { order: 'Order', promotion: 'Promotion', other: 'Update' } as const;
