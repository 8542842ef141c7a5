/** '2026-03-05T05:00:00.000Z' → 'Mar 5, 2026, 10:30 AM GMT+5:30', with the zone always said. */
export const timeInZone = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(moment));

/** The same as '2026-03-05T10:30', the format of the field. */
export const typedInZone = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    .format(new Date(moment))
    .replace(' ', 'T');
