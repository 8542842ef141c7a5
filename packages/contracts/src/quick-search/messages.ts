export const findMessages = {
  open: 'Quick search',
  title: 'Quick search',
  field: 'Search orders, products, customers and pages',
  hint: 'Ctrl K',
  results: 'Search results',
  found: (count: number) =>
    count === 1 ? '1 result. Use the arrow keys to choose.' : `${count} results. Use the arrow keys to choose.`,
  nothing: 'No results.',
  failed: 'Search isn’t available right now. You can still open pages.',
  kinds: { page: 'Page', order: 'Order', product: 'Product', customer: 'Customer' },
};
