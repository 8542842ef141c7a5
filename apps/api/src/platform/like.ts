/** Letters to look for with `like`, where their signs are no wildcards. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
