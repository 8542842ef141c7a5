import type { DeliveryEstimate } from './delivery.ts';
import { formatDay, formatDays } from './delivery.ts';

/** Dates of arrival, as shoppers read them. `today` decides whether the year is said. */
export const deliveryMessages = {
  arrives: (arrival: DeliveryEstimate, today: string) => `Arrives ${formatDays(arrival, today)}`,
  arrivesWith: (arrival: DeliveryEstimate, method: string, today: string) =>
    `Arrives ${formatDays(arrival, today)} with ${method} shipping`,
  deliveryTo: (country: string) => `Delivery to ${country}.`,
  by: (method: string, day: string) => `${method} by ${day}.`,
  changeCountry: 'Change country',
  country: 'Deliver to',
  saveCountry: 'Update dates',
  promisedFor: (arrival: DeliveryEstimate, today: string) => `Promised for ${formatDays(arrival, today)}`,
  promisedAndDelivered: (arrival: DeliveryEstimate, delivered: string, today: string) =>
    `Promised for ${formatDays(arrival, today)}; delivered ${formatDay(delivered, today)}`,
};
