/** Shared by the tests that use only the keyboard. */
import { expect, type Frame, type Locator, type Page } from '@playwright/test';

const TABS_MAX = 100;

/** Presses Tab until the element has the focus. Every element on the way shows that it has it. */
export async function tabTo(page: Page, target: Locator, document: Page | Frame = page) {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
    await expect.poll(() => document.evaluate(findHiddenFocus), 'the focus is visible').toBe('');
  }
  throw new Error(`${target} is not reached within ${TABS_MAX} presses of Tab.`);
}

/** What is wrong with the focus: no outline, or other content above it. Runs in the page. */
function findHiddenFocus() {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return '';
  // A visually hidden input shows the focus on its label.
  const shown = focused.offsetWidth > 1 ? focused : (focused.closest('label') ?? focused);
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
  if (outlineStyle === 'none' || outlineWidth === '0px' || outlineColor === 'rgba(0, 0, 0, 0)')
    return `without an outline: ${focused.outerHTML.slice(0, 200)}`;

  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const isVisibleAt = (x: number, y: number) => {
    const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return hit !== null && (shown.contains(hit) || hit.contains(shown));
  };
  const parts = [0.1, 0.5, 0.9];
  if (parts.some((x) => parts.some((y) => isVisibleAt(x, y)))) return '';
  return `covered, or outside of the window: ${focused.outerHTML.slice(0, 200)}`;
}
