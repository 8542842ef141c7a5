/** Notifications usually arrive within a second. */
const MUTED_MS = 30_000;

/** Pages whose next notification is not shown as a toast: the customer caused it, and their form already said so. */
const mutedUntil = new Map<string, number>();

export const muteNextNotification = (link: string, now = Date.now()) => void mutedUntil.set(link, now + MUTED_MS);
/** After a form that failed: the next notification has another cause. */
export const unmuteNotifications = (link: string) => void mutedUntil.delete(link);

/** Whether a notification with this link is muted. Ends the muting. */
export function takeMuted(link: string | null, now = Date.now()) {
  const until = mutedUntil.get(link ?? '') ?? 0;
  mutedUntil.delete(link ?? '');
  return until > now;
}
