/** Texts of every list in the admin panel. */
export const listMessages = {
  views: 'Saved views',
  saveView: 'Save as a new view',
  saveViewHint: 'Keeps the filters and the sort order of this list.',
  viewName: 'View name',
  viewRoles: 'Share with',
  save: 'Save view',
  editView: (name: string) => `Edit view ${name}`,
  updateView: 'Update view',
  deleteView: 'Delete view',
  viewSaved: 'View saved.',
  viewUpdated: 'View updated.',
  viewDeleted: 'View deleted.',
  viewFailed: 'Couldn’t save the view. Please try again.',
  moreFilters: 'More filters',
  removeFilter: (label: string) => `Remove filter ${label}`,
  sort: 'Sort',
  /** Of lists that sort by date only. */
  dateSorts: { '-date': 'Newest first', date: 'Oldest first' },
  notSorted: 'The list can’t be shown in this order.',
  defaultSort: 'Use the default order',
  display: 'Columns and density',
  columns: 'Columns',
  density: 'Density',
  comfortable: 'Comfortable',
  compact: 'Compact',
  applyDisplay: 'Apply',
  select: 'Select',
  selectAll: 'Select all on this page',
  selected: (count: number) => `${count} selected`,
  clearSelection: 'Clear selection',
  moreActions: 'More actions',
  /** Follows the name of the list in the caption of its table. */
  keys: {
    select: 'Press J or K in the list to move between rows, Space to select, Enter to open.',
    open: 'Press J or K in the list to move between rows, Enter to open.',
    move: 'Press J or K in the list to move between rows.',
  },
  /** Rows of the first page; the total can be "10,000+". */
  firstRows: (shown: number, total: string | undefined) => (total ? `1–${shown} of ${total}` : `1–${shown}`),
  /** Rows of a later page, whose place in the list is not known. */
  laterRows: (shown: number, total: string | undefined) =>
    total ? `${shown} of ${total}` : shown === 1 ? '1 row' : `${shown} rows`,
  sumOfPage: (sum: string) => `${sum} on this page`,
  sumOfList: (sum: string) => `${sum} in total`,
};
