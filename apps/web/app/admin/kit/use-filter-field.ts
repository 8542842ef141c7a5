import { useSearchParams } from 'react-router';

/** The props of a filter field: its name, its value in the URL and its error. */
export function useFilterField(errors: Record<string, string>) {
  const [search] = useSearchParams();
  return (name: string) => ({ name, defaultValue: search.get(name) ?? '', error: errors[name] });
}
