// @vitest-environment jsdom
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { AdminCollection } from '@shop/contracts/catalog/collection-admin-schema';
import { cleanup, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { PickedProducts } from './picked-products.tsx';

const COLLECTION: AdminCollection = {
  id: '01900000-0000-7000-8000-000000000001',
  version: 1,
  name: 'Gifts',
  slug: 'gifts',
  description: '',
  image: null,
  imageAlt: '',
  seoTitle: '',
  seoDescription: '',
  kind: 'manual',
  match: 'all',
  rules: [],
  sort: 'manual',
  status: 'draft',
  productCount: '2',
  refreshing: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const PICKED = ['Ring', 'Lamp'].map((name) => ({ id: name, name, image: null, status: 'published' as const }));

afterEach(cleanup);

const Products = () => <PickedProducts collection={COLLECTION} picked={PICKED} found={[]} canWrite />;

test('every picked product has both buttons, and those without effect are marked as disabled', async () => {
  const Page = createRoutesStub([{ path: '/', Component: Products }]);
  render(<Page />);
  await screen.findByText('Ring');
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  expect([isOff(texts.moveUp('Ring')), isOff(texts.moveDown('Ring'))]).toEqual([true, false]);
  expect([isOff(texts.moveUp('Lamp')), isOff(texts.moveDown('Lamp'))]).toEqual([false, true]);
});
