import type { OnlineStore } from '@shop/contracts/content/online-store-schema';

const LIST_SECTIONS = ['blocks', 'slides', 'testimonials', 'menus'] as const;
export type ListSection = (typeof LIST_SECTIONS)[number];

export const isListSection = (text: string): text is ListSection => LIST_SECTIONS.some((section) => section === text);

type Item = { id: string };
/** Links move within their menu, those of the footer within their column. */
export type MaybeLink = Item & { menu?: string; column?: string };

/** Swaps an item with the one before (-1) or after (1) it in the same menu column or list. The first and last stay. */
export function moveItem<T extends MaybeLink>(items: T[], id: string, by: -1 | 1): T[] {
  const item = items.find((one) => one.id === id);
  const group = items.filter(({ menu, column }) => menu === item?.menu && column === item?.column);
  const neighbor = item && group[group.indexOf(item) + by];
  if (!neighbor) return items;
  return items.map((one) => (one === item ? neighbor : one === neighbor ? item : one));
}

export const showBlock = (blocks: OnlineStore['blocks']['items'], id: string, enabled: boolean) =>
  blocks.map((block) => (block.id === id ? { ...block, enabled } : block));

/** The list with the item replaced, or added at the end as a new one. Undefined if there is no such item. */
export function withItem(items: Item[], itemId: string, fields: object) {
  if (itemId === 'new') return { items: [...items, fields], place: items.length };
  const place = items.findIndex(({ id }) => id === itemId);
  if (place < 0) return undefined;
  return { items: items.map((item) => (item.id === itemId ? { ...fields, id: itemId } : item)), place };
}
