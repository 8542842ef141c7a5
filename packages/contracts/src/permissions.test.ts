import { describe, expect, test } from 'vitest';
import { can, isOwner, isStaff, PERMISSIONS, type Permission, STAFF_ROLES } from './permissions.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];
const permissionsOf = (role: string) => ALL.filter((permission) => can({ role }, permission));

describe('who may do what', () => {
  test.each(['admin', 'owner'])('%s may do everything', (role) => {
    expect(permissionsOf(role)).toEqual(ALL);
    expect(isOwner({ role })).toBe(true);
  });

  test.each(['customer', '', 'Admin', 'admin ', 'constructor'])('"%s" may do nothing', (role) => {
    expect(permissionsOf(role)).toEqual([]);
    expect(isStaff({ role })).toBe(false);
  });

  test('nobody may do nothing', () => {
    expect(ALL.filter((permission) => can(null, permission) || can(undefined, permission))).toEqual([]);
  });

  test('whoever works here may enter', () => {
    expect(STAFF_ROLES.filter((role) => !can({ role }, 'admin.access'))).toEqual([]);
  });

  test('read-only sees and changes nothing', () => {
    expect(permissionsOf('read-only').filter((permission) => !/\.(read|access)$/.test(permission))).toEqual([]);
  });

  test('a packer moves orders and touches no money', () => {
    expect(can({ role: 'packer' }, 'orders.update-status')).toBe(true);
    expect(can({ role: 'packer' }, 'orders.refund')).toBe(false);
  });
});
