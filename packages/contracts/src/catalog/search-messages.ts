export const searchMessages = {
  label: 'Search products',
  placeholder: 'Search for a ring or a vase',
  submit: 'Search',
  open: 'Open search',
  suggestions: 'Suggestions',
  found: (count: number) =>
    count === 1
      ? '1 suggestion. Use the arrow keys to reach it.'
      : `${count} suggestions. Use the arrow keys to choose.`,
  inCategory: (count: number) => (count === 1 ? 'product' : 'products'),
  seeAll: (query: string) => `See all results for “${query}”`,
  noneFound: 'No suggestions. Press Enter to search anyway.',
};
