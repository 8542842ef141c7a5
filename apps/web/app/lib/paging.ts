/** A piece of a list that goes on; `next` is where, and undefined at its end. */
export type Page<T> = { items: T[]; next: string | undefined };

const NEXT = /<([^>]+)>; rel="next"/;

/** The API names the next page by its address, in the header `Link`. */
export function nextCursor(headers: Headers | undefined) {
  const url = NEXT.exec(headers?.get('link') ?? '')?.[1];
  const search = new URLSearchParams(url?.split('?')[1]);
  return search.get('cursor') ?? search.get('after') ?? undefined;
}
