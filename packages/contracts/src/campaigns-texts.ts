export const campaignMessages = {
  titleMissing: 'Please enter a title.',
  titleTooLong: 'Please use at most 120 characters for the title.',
  messageMissing: 'Please write the message.',
  messageTooLong: 'Please use at most 500 characters for the message.',
  invalidLink: 'Please enter a path on this site, such as /products.',
  notFound: 'We could not find this promotion.',
};
