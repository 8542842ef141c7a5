/** So long after delivery a buyer is asked, once, how they like it. */
export const REVIEW_INVITATION_DAYS = 7;

export const reviewMessages = {
  write: 'Write a review',
  writeOf: (name: string) => `Write a review of ${name}`,
  backToProduct: 'Back to the piece',
  rating: 'Your rating',
  stars: (count: number) => (count === 1 ? '1 star' : `${count} stars`),
  comment: 'Your review',
  submit: 'Send review',
  submitting: 'Sending...',
  sentPending: 'Thank you for your review. It will appear here once it’s approved.',
  sent: 'Thank you for your review.',
  yours: 'Your review',
  pending: 'Your review is awaiting approval.',
  rejected: 'Your review wasn’t published.',
  ratingMissing: 'Please choose a rating.',
  commentMissing: 'Please write a few words.',
  commentTooLong: 'Please use at most 5,000 characters for your review.',
  onlyVerifiedBuyers: 'Only customers who bought this piece and received it can review it.',
  already: 'You have reviewed this piece already.',
  failed: 'We could not keep your review. Please try again.',
};
