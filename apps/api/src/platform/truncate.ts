/** The first `max` UTF-16 code units, one fewer where the cut would split a surrogate pair. */
export const truncate = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
