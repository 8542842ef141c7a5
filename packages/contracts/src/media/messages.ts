export const imageMessages = {
  busy: 'Other images are being processed. Please try again in a few seconds.',
};
