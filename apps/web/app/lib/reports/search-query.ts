/** The query of a page with search results; undefined for any other URL. */
export function searchQueryOf(url: string, origin: string) {
  if (!URL.canParse(url)) return undefined;
  const { origin: opened, pathname, searchParams } = new URL(url);
  if (opened !== origin || pathname !== '/search') return undefined;
  return searchParams.get('q')?.trim().slice(0, 200) || undefined;
}
