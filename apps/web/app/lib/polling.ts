import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Revalidates the page while a background job runs; waits for each response before the next request. */
export function usePolling(isActive: boolean, intervalMs: number) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), intervalMs);
    return () => clearTimeout(timer);
  }, [isActive, intervalMs, state, revalidate]);
}
