/** The bar of a form with unsaved changes, and the question before it is left. */
export const unsavedMessages = {
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  save: 'Save',
  saving: 'Saving...',
  leave: 'Leave without saving?',
  keepEditing: 'Keep editing',
  discardChanges: 'Discard changes',
};
