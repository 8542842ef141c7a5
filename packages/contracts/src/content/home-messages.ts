export const announcementMessages = {
  label: 'Announcement',
  dismiss: 'Dismiss announcement',
};
