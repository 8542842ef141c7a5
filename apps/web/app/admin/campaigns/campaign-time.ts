import { formatTime, localTime } from '@shop/contracts/common/days';

/** '2026-03-05T05:00:00.000Z' → 'Mar 5, 2026, 10:30 AM GMT+5:30', with the zone always said. */
export const timeInZone = (moment: string, timeZone: string) => formatTime(new Date(moment), timeZone);

/** The same as '2026-03-05T10:30', the format of the field. */
export const typedInZone = (moment: string, timeZone: string) => localTime(new Date(moment), timeZone).slice(0, 16);
