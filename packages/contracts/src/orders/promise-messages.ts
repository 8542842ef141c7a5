import { timeMessages } from '../common/messages.ts';

export const promiseMessages = {
  title: 'Orders at risk',
  hint: 'Open orders that are late or due today, worst first. An unshipped order is due on the day it has to ship to arrive in time.',
  allOrders: 'All orders',
  none: 'No orders at risk',
  noneHint: 'Every open order can still arrive by its promised date.',
  order: 'Order',
  customer: 'Customer',
  time: 'Time left',
  waitsFor: 'Waiting for',
  promised: 'Promised for',
  total: 'Total',
  timeLeft: (days: number) => {
    if (days < 0) return `${timeMessages.days(-days)} late`;
    return days === 0 ? 'Due today' : `${timeMessages.days(days)} left`;
  },
  steps: { packing: 'Packing', shipping: 'Handover to the carrier', carrier: 'Delivery by the carrier' },
  shipTo: (method: string, country: string) => `${method} to ${country}`,
};
