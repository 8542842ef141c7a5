/** Joins class names and skips false ones, for conditional classes. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
