// @vitest-environment jsdom
import type { HeroSlide } from '@shop/contracts/content/home-schema';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeroSlider } from './hero-slider.tsx';

const slide = (title: string): HeroSlide => ({
  eyebrow: 'New',
  title,
  text: 'One sentence.',
  cta: `Shop ${title}`,
  href: `/shop-${title}`,
  image: '/media/hero/960.webp',
  alt: '',
});
const Site = createRoutesStub([
  { path: '/', Component: () => <HeroSlider slides={['jewelry', 'home', 'clothing'].map(slide)} /> },
]);

beforeEach(() => {
  vi.useFakeTimers();
  prefersReducedMotion(false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const prefersReducedMotion = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }));
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const slider = () => screen.getByRole('region', { name: 'Highlights' });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const shown = () => document.querySelector('[data-active="true"] h2')?.textContent;

test('HOME-001 the hero has three slides, and only the active one is reachable', () => {
  render(<Site />);

  const slides = [...document.querySelectorAll('[aria-roledescription="slide"]')];
  expect(slides.map((one) => one.getAttribute('aria-label'))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  expect(slides.map((one) => one.hasAttribute('inert'))).toEqual([false, true, true]);
});

test('HOME-002 the hero advances every 6 seconds and wraps around after the last slide', async () => {
  render(<Site />);

  await after(5_999);
  expect(shown()).toBe('jewelry');
  await after(1);
  expect(shown()).toBe('home');
  await after(6_000);
  expect(shown()).toBe('clothing');
  await after(6_000);
  expect(shown()).toBe('jewelry');
});

test('HOME-003 previous and next wrap around', () => {
  render(<Site />);

  click('Previous slide');
  expect(shown()).toBe('clothing');
  click('Next slide');
  expect(shown()).toBe('jewelry');
});

test('HOME-004 a dot shows its slide', () => {
  render(<Site />);

  click('Go to slide 3');

  expect(shown()).toBe('clothing');
  expect(screen.getByRole('button', { name: 'Go to slide 3' }).getAttribute('aria-current')).toBe('true');
});

test.each([
  ['a pointer', () => fireEvent.mouseEnter(slider()), () => fireEvent.mouseLeave(slider())],
  [
    'the focus',
    () => fireEvent.focus(screen.getByRole('link', { name: 'Shop jewelry' })),
    () => fireEvent.blur(screen.getByRole('link', { name: 'Shop jewelry' }), { relatedTarget: document.body }),
  ],
])('pauses autoplay while %s is on the slider', async (_, come, go) => {
  render(<Site />);

  come();
  await after(60_000);
  expect(shown()).toBe('jewelry');

  go();
  await after(6_000);
  expect(shown()).toBe('home');
});

test('pauses and resumes autoplay with its button', async () => {
  render(<Site />);

  click('Pause slides');
  await after(60_000);
  expect(shown()).toBe('jewelry');

  click('Play slides');
  await after(6_000);
  expect(shown()).toBe('home');
});

test('does not autoplay when the user prefers reduced motion', async () => {
  prefersReducedMotion(true);
  render(<Site />);

  await after(60_000);

  expect(shown()).toBe('jewelry');
  expect(screen.getByRole('button', { name: 'Play slides' })).toBeDefined();
});
