export const reviewStatusLabels = { pending: 'Waiting', approved: 'Shown', rejected: 'Rejected' } as const;

export const adminReviewMessages = {
  title: 'Reviews',
  list: 'Reviews, newest first',
  status: 'Status',
  all: 'All reviews',
  product: 'Product',
  author: 'Author',
  rating: 'Rating',
  comment: 'Review',
  date: 'Date',
  decide: 'Decide',
  approve: 'Approve',
  approveOf: (author: string, product: string) => `Approve the review of ${product} by ${author}`,
  reject: 'Reject',
  rejectOf: (author: string, product: string) => `Reject the review of ${product} by ${author}`,
  approved: 'The review is shown now, and its rating counts.',
  rejected: 'The review is kept, but not shown, and its rating does not count.',
  none: 'No reviews here',
  nothingWaits: 'Every review has been read. New ones appear here.',
  noneFound: 'No review is in this state.',
  notFound: 'We could not find this review.',
};
