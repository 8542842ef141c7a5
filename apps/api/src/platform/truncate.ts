/** The first `max` UTF-16 units, one less where the cut would split a character in two. */
export const truncate = (text: string, max: number) => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
