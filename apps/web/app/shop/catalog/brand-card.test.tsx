// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { BrandCard } from './brand-card.tsx';

const BRAND = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Lumen',
  slug: 'lumen',
  logo: '/media/lumen.svg',
  description: '',
  seoTitle: '',
  seoDescription: '',
};

afterEach(cleanup);

test.each([
  ['', 'Lumen'],
  ['A swan', 'Lumen: A swan'],
  ['The Lumen swan', 'The Lumen swan'],
])('the heading of a logo with the alt text "%s" names the brand', (logoAlt, name) => {
  render(
    <MemoryRouter>
      <BrandCard brand={{ ...BRAND, logoAlt }} />
    </MemoryRouter>,
  );

  expect(screen.getByRole('heading', { name })).toBeDefined();
});
