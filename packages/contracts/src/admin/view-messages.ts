export const viewMessages = {
  nameRequired: 'Enter a name for the view.',
  nameTooLong: 'Names are limited to 40 characters.',
  nameTaken: 'You already have a view with this name.',
  tooMany: 'You can have up to 20 views per list. Delete one first.',
  queryInvalid: 'These filters can’t be saved as a view.',
  notFound: 'View not found.',
};
