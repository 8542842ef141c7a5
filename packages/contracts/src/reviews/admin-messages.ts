export const reviewStatusLabels = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

export const adminReviewMessages = {
  title: 'Reviews',
  status: 'Status',
  all: 'All reviews',
  product: 'Product',
  author: 'Author',
  rating: 'Rating',
  stars: (rating: number) => `${rating} out of 5`,
  comment: 'Review',
  date: 'Date',
  moderate: 'Actions',
  approve: 'Approve',
  approveOf: (author: string, product: string) => `Approve the review of ${product} by ${author}`,
  reject: 'Reject',
  rejectOf: (author: string, product: string) => `Reject the review of ${product} by ${author}`,
  approved: 'Review approved. It’s now visible and counts toward the rating.',
  rejected: 'Review rejected. It’s hidden and doesn’t count toward the rating.',
  none: 'No reviews to show',
  nonePending: 'You’re all caught up. New reviews to moderate appear here.',
  noneFound: 'No reviews have this status. Try another filter.',
  notFound: 'Review not found.',
};
