import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** While the worker is at something, the page asks how far it is, and no more often than it is answered. */
export function useWatch(underWay: boolean, everyMs: number) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!underWay || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), everyMs);
    return () => clearTimeout(timer);
  }, [underWay, everyMs, state, revalidate]);
}
