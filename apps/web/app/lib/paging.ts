/** One page of a list; `next` is the cursor of the next page, undefined on the last. */
export type Page<T> = { items: T[]; next: string | undefined };

const NEXT = /<([^>]+)>; rel="next"/;

/** The API sends the URL of the next page in the `Link` header. */
export function nextCursor(headers: Headers | undefined) {
  const url = NEXT.exec(headers?.get('link') ?? '')?.[1];
  const search = new URLSearchParams(url?.split('?')[1]);
  return search.get('cursor') ?? search.get('after') ?? undefined;
}
