export const findMessages = {
  open: 'Find anything',
  title: 'Find anything',
  field: 'Order number, product, customer or page',
  hint: 'Ctrl K',
  results: 'What was found',
  found: (count: number) =>
    count === 1 ? '1 result. Use the arrow keys to choose.' : `${count} results. Use the arrow keys to choose.`,
  nothing: 'Nothing found.',
  failed: 'The search could not be done. Pages can still be opened.',
  kinds: { page: 'Page', order: 'Order', product: 'Product', customer: 'Customer' },
};
