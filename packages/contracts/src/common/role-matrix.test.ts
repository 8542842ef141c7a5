import { describe, expect, test } from 'vitest';
import { can, PERMISSIONS, type Permission, STAFF_ROLES } from './permissions.ts';
import { MATRIX_ROLES, roleMatrix } from './role-matrix.ts';

const rowOf = (permission: Permission) => {
  const access = roleMatrix().find((row) => row.permission === permission)?.access;
  return access && Object.fromEntries(MATRIX_ROLES.map((role, place) => [role, access[place]]));
};

describe('the matrix of roles', () => {
  test('has every role once, and owners under one name', () => {
    expect(['admin', ...MATRIX_ROLES]).toEqual([...STAFF_ROLES]);
  });

  test('gives a role full access exactly where it has the permission', () => {
    for (const { permission, access } of roleMatrix())
      for (const [place, role] of MATRIX_ROLES.entries())
        expect([permission, role, access[place] === 'full']).toEqual([permission, role, can({ role }, permission)]);
  });

  test('has a row for every permission, or says view in the row of the area', () => {
    const listed = roleMatrix().map(({ permission }) => permission);
    const merged = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => !listed.includes(permission));

    expect(merged[0]).toBe('admin.access');
    for (const read of merged.slice(1)) {
      expect(read).toMatch(/\.read$/);
      const row = roleMatrix().find(({ permission }) => permission.split('.')[0] === read.split('.')[0]);
      for (const [place, role] of MATRIX_ROLES.entries())
        expect([read, role, row?.access[place] !== 'none']).toEqual([read, role, can({ role }, read)]);
    }
  });

  test('separates viewing from changing in one row where an area has one permission to change it', () => {
    expect(rowOf('products.write')).toEqual({
      owner: 'full',
      manager: 'full',
      packer: 'view',
      support: 'view',
      content: 'full',
      'read-only': 'view',
    });
    expect(rowOf('products.read')).toBeUndefined();
  });

  test('has one row for each permission where an area has several', () => {
    expect(rowOf('orders.read')).toMatchObject({ packer: 'full', content: 'none', 'read-only': 'full' });
    expect(rowOf('orders.refund')).toMatchObject({ manager: 'full', packer: 'none', 'read-only': 'none' });
  });
});
