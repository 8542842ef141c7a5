/** Escapes the wildcards of `like`, so that the text matches literally. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
