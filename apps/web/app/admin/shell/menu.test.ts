import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { describe, expect, test } from 'vitest';
import { counterOf, isCurrent, MENU_ICONS } from './sidebar.tsx';

const entries = ADMIN_PAGES.flatMap(({ path, menu }) => (menu ? [{ path, ...menu }] : []));
const currentOn = (pathname: string) => entries.filter((entry) => isCurrent(pathname, entry)).map(({ label }) => label);

describe('the sidebar', () => {
  test('has an icon for every entry', () => {
    expect(Object.keys(MENU_ICONS).toSorted()).toEqual(entries.map(({ path }) => path).toSorted());
  });

  test.each([
    ['/admin', 'Dashboard'],
    ['/admin/products', 'Products'],
    ['/admin/products/edit/1', 'Products'],
    ['/admin/categories', 'Collections'],
    ['/admin/categories/new', 'Collections'],
    ['/admin/brands/1', 'Collections'],
    ['/admin/collections', 'Collections'],
    ['/admin/payments', 'Payments'],
    ['/admin/staff', 'Staff'],
  ])('marks one entry as current on %s: %s', (pathname, label) => {
    expect(currentOn(pathname)).toEqual([label]);
  });

  test('marks no entry on a path that only begins like one', () => {
    expect(currentOn('/admin/ordersheet')).toEqual([]);
  });
});

describe('a counter', () => {
  const none = { ordersToShip: 0, openTickets: 0, pendingReviews: 0, paymentProblems: 0, failedJobs: 0 };

  test('says what waits, and whether it is urgent', () => {
    const counts = { ...none, openTickets: 1, pendingReviews: 3 };

    expect(counterOf('/admin/support-tickets', counts)).toEqual({ figure: '1', text: '1 open ticket', urgent: true });
    expect(counterOf('/admin/reviews', counts)).toEqual({ figure: '3', text: '3 pending reviews', urgent: false });
  });

  test('stops at 99+', () => {
    const counter = counterOf('/admin/orders', { ...none, ordersToShip: 100 });

    expect(counter).toMatchObject({ figure: '99+', text: '99+ orders to ship' });
  });

  test('is absent if nothing waits, without the permission, without counts and for other entries', () => {
    expect(counterOf('/admin/orders', none)).toBeUndefined();
    expect(counterOf('/admin/orders', { ...none, ordersToShip: null })).toBeUndefined();
    expect(counterOf('/admin/orders', null)).toBeUndefined();
    expect(counterOf('/admin/products', { ...none, ordersToShip: 5 })).toBeUndefined();
  });
});
