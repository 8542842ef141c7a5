/** Texts of the product list that the product form does not have. */
export const productListMessages = {
  select: (name: string) => `Select ${name}`,
  selected: 'Selected products',
  sorts: {
    '-created': 'Newest first',
    '-updated': 'Recently updated first',
    updated: 'Least recently updated first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    price: 'Lowest price first',
    '-price': 'Highest price first',
    quantity: 'Lowest stock first',
    '-quantity': 'Highest stock first',
  },
};
