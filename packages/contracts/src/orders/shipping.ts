import { CANCELLABLE, type ORDER_STATUSES } from './constants.ts';

type Status = (typeof ORDER_STATUSES)[number];

const isNotYetShipped = (status: Status) => CANCELLABLE.includes(status);

/** Some units are in shipments and some are left to ship. The status of the order is still Pending or Processing. */
export const isPartiallyShipped = ({
  status,
  items,
}: {
  status: Status;
  items: readonly { quantity: number; shipped: number; removed?: number }[];
}) =>
  isNotYetShipped(status) &&
  items.some(({ shipped }) => shipped > 0) &&
  items.some(({ quantity, shipped, removed = 0 }) => shipped + removed < quantity);

/** For tracking, which has no units per item: with the last unit the status becomes Shipped. */
export const isTrackedPartiallyShipped = ({ status, shipments }: { status: Status; shipments: readonly unknown[] }) =>
  isNotYetShipped(status) && shipments.length > 0;
