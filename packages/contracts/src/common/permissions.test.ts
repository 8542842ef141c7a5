import { describe, expect, test } from 'vitest';
import { can, isOwner, isStaff, PERMISSIONS, type Permission, STAFF_ROLES } from './permissions.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];
const permissionsOf = (role: string) => ALL.filter((permission) => can({ role }, permission));

describe('permissions', () => {
  test.each(['admin', 'owner'])('%s has every permission', (role) => {
    expect(permissionsOf(role)).toEqual(ALL);
    expect(isOwner({ role })).toBe(true);
  });

  test.each(['customer', '', 'Admin', 'admin ', 'constructor'])('"%s" has no permission', (role) => {
    expect(permissionsOf(role)).toEqual([]);
    expect(isStaff({ role })).toBe(false);
  });

  test('a guest has no permission', () => {
    expect(ALL.filter((permission) => can(null, permission) || can(undefined, permission))).toEqual([]);
  });

  test('every staff role has admin access', () => {
    expect(STAFF_ROLES.filter((role) => !can({ role }, 'admin.access'))).toEqual([]);
  });

  test('read-only has read permissions only', () => {
    expect(permissionsOf('read-only').filter((permission) => !/\.(read|access)$/.test(permission))).toEqual([]);
  });

  test('a packer can update the order status, but not refund', () => {
    expect(can({ role: 'packer' }, 'orders.update-status')).toBe(true);
    expect(can({ role: 'packer' }, 'orders.refund')).toBe(false);
  });
});
