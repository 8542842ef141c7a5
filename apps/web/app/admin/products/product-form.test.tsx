import { TEXT_FIELDS } from '@shop/contracts/catalog/product-fields';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ProductForm } from './product-form.tsx';

const NewProduct = () => <ProductForm canWrite categories={[]} brands={[]} />;
const Site = createRoutesStub([{ path: '/', Component: NewProduct }]);

test.each(TEXT_FIELDS)('the product form sends the field %s once', (name) => {
  expect(renderToString(<Site />).split(`name="${name}"`)).toHaveLength(2);
});
