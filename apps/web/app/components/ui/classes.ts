/** Joins what is given, so that a class may depend on a condition. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
