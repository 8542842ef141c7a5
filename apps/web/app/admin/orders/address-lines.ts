import type { Order } from '@shop/contracts/orders/schema';

type Address = Order['shippingAddress'];

/** As on a parcel, without the phone number. */
export const addressLines = ({ name, line1, line2, city, state, postalCode, country }: Address) =>
  [name, line1, line2, `${[city, state].filter(Boolean).join(', ')} ${postalCode}`.trim(), country].filter(
    (line): line is string => Boolean(line),
  );

export const addressText = (address: Address) =>
  [...addressLines(address), ...(address.phone ? [address.phone] : [])].join('\n');
