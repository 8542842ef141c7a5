import { type PointerEvent, useEffect, useRef, useState } from 'react';

type Drag = { from: number; to: number };

/**
 * Reorders the items of a list or grid by dragging a handle, with mouse or touch. The order changes on release; Escape
 * cancels. Keyboard users need buttons beside it.
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

  /** The item under the pointer, or the nearest one. */
  function placeAt({ clientX, clientY }: PointerEvent) {
    const distances = [...(list.current?.children ?? [])].map((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
    });
    return distances.indexOf(Math.min(...distances));
  }

  const handle = (from: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from, to: from });
    },
    onPointerMove(event: PointerEvent) {
      const to = placeAt(event);
      setDrag((now) => now && { ...now, to });
    },
    onPointerUp() {
      if (drag && drag.to !== drag.from) move(drag.from, drag.to);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });

  /** The look of an item during a drag: dragged, or the drop position before or after it. */
  function lookOf(place: number) {
    if (!drag) return undefined;
    if (place === drag.from) return 'dragged';
    if (place !== drag.to) return undefined;
    return drag.to < drag.from ? 'before' : 'after';
  }

  return { list, handle, lookOf };
}
