import { LENGTH_UNITS, type LengthUnit } from '@shop/contracts/catalog/size-guide-constants';
import { useEffect, useState } from 'react';

const STORED_AS = 'length-unit';

export const asUnit = (text: string | null) => LENGTH_UNITS.find((unit) => unit === text);

/** Inches until the visitor has chosen. Stored in the browser only: cached pages are the same for every visitor. */
export function useStoredUnit() {
  const [unit, setUnit] = useState<LengthUnit>('in');

  useEffect(() => setUnit(readUnit() ?? 'in'), []);

  function storeUnit(chosen: LengthUnit) {
    setUnit(chosen);
    try {
      localStorage.setItem(STORED_AS, chosen);
    } catch {
      // Storage is blocked: the next page is in inches again.
    }
  }

  return [unit, storeUnit] as const;
}

function readUnit() {
  try {
    return asUnit(localStorage.getItem(STORED_AS));
  } catch {
    return undefined;
  }
}
