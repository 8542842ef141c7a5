import type { ProductBatchResult } from '@shop/contracts/catalog/bulk-edit-schema';

/** Codes of `?done=` in the product list. */
export const savedCode = ({ batchId, changed }: ProductBatchResult) => `batch-${changed}-${batchId}`;
export const undoneCode = ({ changed }: Pick<ProductBatchResult, 'changed'>) => `batch-undone-${changed}`;

/** The batch that the code is about, if it is one of these. */
export function readDoneCode(code: string) {
  const [, saved, batchId] = /^batch-(\d{1,3})-([0-9a-f-]{36})$/.exec(code) ?? [];
  if (saved && batchId) return { batchId, changed: Number(saved), isUndone: false } as const;
  const [, undone] = /^batch-undone-(\d{1,3})$/.exec(code) ?? [];
  return undone ? ({ changed: Number(undone), isUndone: true } as const) : undefined;
}

/** Parameters of the grid or of an earlier message, not of the list. */
const NOT_OF_LIST = ['id', 'done'];

/** The product list with the filters of the page, and a message. */
export function listUrl(search: URLSearchParams, done?: string) {
  const query = new URLSearchParams([...search].filter(([name, value]) => !NOT_OF_LIST.includes(name) && value !== ''));
  if (done) query.set('done', done);
  return query.size > 0 ? `/admin/products?${query}` : '/admin/products';
}
