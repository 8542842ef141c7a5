import { describe, expect, test } from 'vitest';
import { moveItem, withItem } from './items.ts';

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id).join('');
const list = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('moving an item', () => {
  test('swaps it with its neighbor', () => {
    expect(idsOf(moveItem(list, 'b', -1))).toBe('bac');
    expect(idsOf(moveItem(list, 'b', 1))).toBe('acb');
  });

  test('leaves the first, the last and an unknown item where they are', () => {
    expect(idsOf(moveItem(list, 'a', -1))).toBe('abc');
    expect(idsOf(moveItem(list, 'c', 1))).toBe('abc');
    expect(idsOf(moveItem(list, 'x', 1))).toBe('abc');
  });

  test('of one menu passes the links of the other menu', () => {
    const links = [
      { id: 'a', menu: 'header' },
      { id: 'b', menu: 'footer' },
      { id: 'c', menu: 'header' },
    ];

    expect(idsOf(moveItem(links, 'c', -1))).toBe('cba');
    expect(idsOf(moveItem(links, 'b', 1))).toBe('abc');
  });
});

describe('moving a link of the footer', () => {
  test('passes the links of the other columns', () => {
    const links = [
      { id: 'a', menu: 'footer', column: 'Shop' },
      { id: 'b', menu: 'footer', column: 'Help' },
      { id: 'c', menu: 'footer', column: 'Shop' },
    ];

    expect(idsOf(moveItem(links, 'c', -1))).toBe('cba');
    expect(idsOf(moveItem(links, 'b', 1))).toBe('abc');
  });
});

describe('an edited item', () => {
  test('stays at its place and keeps its id', () => {
    expect(withItem(list, 'b', { name: 'New' })).toEqual({
      items: [{ id: 'a' }, { id: 'b', name: 'New' }, { id: 'c' }],
      place: 1,
    });
  });

  test('that is new comes last, without an id', () => {
    expect(withItem(list, 'new', { name: 'New' })?.items.at(-1)).toEqual({ name: 'New' });
  });

  test('that was removed is not saved', () => {
    expect(withItem(list, 'x', { name: 'New' })).toBeUndefined();
  });
});
