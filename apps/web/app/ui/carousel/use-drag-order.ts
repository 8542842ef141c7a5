import { type PointerEvent, useEffect, useRef, useState } from 'react';

type Drag = { from: number; to: number };

/**
 * Reorders the lines of a list by dragging a handle, with mouse or touch. The order changes on release; Escape cancels.
 * Keyboard users need buttons beside it.
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

  /** The line under the pointer, or the first or last line beyond the ends. */
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

  /** The look of a line during a drag: dragged, or the drop position before or after it. */
  function lookOf(place: number) {
    if (!drag) return undefined;
    if (place === drag.from) return 'dragged';
    if (place !== drag.to) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  }

  return { list, handle, lookOf };
}
