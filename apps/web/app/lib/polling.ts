import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** While the worker is at something, the page asks how far it is, and no more often than it is answered. */
export function usePolling(isActive: boolean, intervalMs: number) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), intervalMs);
    return () => clearTimeout(timer);
  }, [isActive, intervalMs, state, revalidate]);
}
