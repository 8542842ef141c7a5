export const undoMessages = {
  undo: 'Undo',
  undoOf: (sentence: string) => `Undo: ${sentence}`,
  undone: 'Undone',
  /** `sentence` is what the entry says, without its actor. */
  question: (sentence: string) => `Undo “${sentence}”?`,
  effect: (values: string[]) => `This restores ${values.join(', ')}.`,
  noValue: 'no value',
  effectOfCreation: 'This removes what was added. It’s no longer visible in the store.',
  effectOfDeletion: 'This restores what was deleted.',
  effectOfAll: 'This restores the state before this change.',
  keep: 'Keep change',
  confirm: 'Undo change',
  password: 'Your password',
  passwordHint: 'Required to change a role',
  done: 'Change undone.',
  notFound: 'Entry not found.',
  notUndoable: 'This entry can’t be undone.',
  expired: 'Changes can only be undone within 30 days.',
  already: 'This change is already undone.',
  conflict: (fields: string[]) =>
    fields.length === 0
      ? 'This change can’t be undone: it was changed again since.'
      : `This change can’t be undone, because these fields were changed since: ${fields.join(', ')}.`,
  stillDeleting: 'The collection is still being deleted. Please try again in a minute.',
};
