import { describe, expect, test } from 'vitest';
import { isMaster, isStaff, may, PERMISSIONS, type Permission, STAFF_ROLES } from './permissions.ts';

const ALL = Object.keys(PERMISSIONS) as Permission[];
const permittedTo = (role: string) => ALL.filter((permission) => may({ role }, permission));

describe('who may do what', () => {
  test.each(['admin', 'owner'])('%s may do everything', (role) => {
    expect(permittedTo(role)).toEqual(ALL);
    expect(isMaster({ role })).toBe(true);
  });

  test.each(['customer', '', 'Admin', 'admin ', 'constructor'])('"%s" may do nothing', (role) => {
    expect(permittedTo(role)).toEqual([]);
    expect(isStaff({ role })).toBe(false);
  });

  test('nobody may do nothing', () => {
    expect(ALL.filter((permission) => may(null, permission) || may(undefined, permission))).toEqual([]);
  });

  test('whoever works here may enter', () => {
    expect(STAFF_ROLES.filter((role) => !may({ role }, 'panel.enter'))).toEqual([]);
  });

  test('read-only sees and changes nothing', () => {
    expect(permittedTo('read-only').filter((permission) => !/\.(see|enter)$/.test(permission))).toEqual([]);
  });

  test('a packer moves orders and touches no money', () => {
    expect(may({ role: 'packer' }, 'orders.move')).toBe(true);
    expect(may({ role: 'packer' }, 'orders.refund')).toBe(false);
  });
});
