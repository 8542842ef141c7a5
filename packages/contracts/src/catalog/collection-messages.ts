export const collectionMessages = {
  notFound: 'We couldn’t find this collection. It may have been renamed or removed.',
  description: (name: string) => `Shop ${name}.`,
  empty: 'No products here yet',
  emptyText: 'This collection is being put together. Browse all products in the meantime.',
  allProducts: 'All products',
};
