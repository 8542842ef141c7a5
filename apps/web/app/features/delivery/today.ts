import { dayIn } from '@shop/contracts/common/days';
import { storeTimeZone } from '#lib/store/time.ts';

/** In the store's time zone. */
export const dayOf = (moment: Date) => dayIn(moment, storeTimeZone());
export const today = () => dayOf(new Date());
