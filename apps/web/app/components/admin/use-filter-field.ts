import { useSearchParams } from 'react-router';

/** What every field of a filter has: its name, what the address says of it, and what is wrong with that. */
export function useFilterField(errors: Record<string, string>) {
  const [search] = useSearchParams();
  return (name: string) => ({ name, defaultValue: search.get(name) ?? '', error: errors[name] });
}
