import { ADMIN_PAGES } from '@shop/contracts/admin-pages';
import { FIND_MIN, type Found } from '@shop/contracts/find';
import { useEffect, useState } from 'react';
import { readJson } from '#lib/browser-api.ts';
import { useMay } from './staff.ts';

/** Long enough to let a word be typed, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

type Place = Omit<Found, 'kind'> & { kind: Found['kind'] | 'page' };
type Answer = { things: Found[]; state: 'idle' | 'asking' | 'answered' | 'failed' };

/** Pages are known here; orders, products and customers are asked for. */
export function useFound(typed: string) {
  const words = typed.trim();
  const [answer, setAnswer] = useState<Answer>({ things: [], state: 'idle' });
  const pages = usePages(words.toLowerCase());

  useEffect(() => {
    if (words.length < FIND_MIN) return setAnswer({ things: [], state: 'idle' });

    setAnswer(({ things }) => ({ things, state: 'asking' }));
    const search = new AbortController();
    const timer = setTimeout(() => {
      readJson<Found[]>(`/api/admin/find?q=${encodeURIComponent(words)}`, search.signal).then(
        (things) => setAnswer({ things, state: 'answered' }),
        () => search.signal.aborted || setAnswer({ things: [], state: 'failed' }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [words]);

  return { found: [...pages, ...answer.things], state: answer.state };
}

function usePages(words: string): Place[] {
  const may = useMay();
  return ADMIN_PAGES.flatMap(({ path, needs, menu }) =>
    menu && may(needs) && menu.label.toLowerCase().includes(words)
      ? [{ kind: 'page', label: menu.label, details: '', path }]
      : [],
  );
}
