import { type PointerEvent, useEffect, useRef, useState } from 'react';

type Drag = { from: number; to: number };

/**
 * A list whose lines are put in order by dragging a handle, with a mouse or a finger. Nothing moves before it is let go,
 * and Escape takes it back. Whoever has no pointer needs buttons beside it.
 */
export function useDragOrder(move: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;

  useEffect(() => {
    if (!isDragging) return;
    const cancelOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setDrag(null);
    window.addEventListener('keydown', cancelOnEscape);
    return () => window.removeEventListener('keydown', cancelOnEscape);
  }, [isDragging]);

  /** The line under the pointer; beyond the ends it is the first or the last. */
  function placeAt(y: number) {
    const lines = [...(list.current?.children ?? [])];
    const under = lines.findIndex((line) => y < line.getBoundingClientRect().bottom);
    return under < 0 ? lines.length - 1 : under;
  }

  const handle = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove: ({ clientY }: PointerEvent) => setDrag((now) => now && { ...now, to: placeAt(clientY) }),
    onPointerUp() {
      if (drag && drag.to !== drag.from) move(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });

  /** How a line looks meanwhile: dragged, or the place where it would go, before it or behind it. */
  function lookOf(place: number) {
    if (!drag) return undefined;
    if (place === drag.from) return 'dragged';
    if (place !== drag.to) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  }

  return { list, handle, lookOf };
}
