import { currentPrice, percentOff } from '@shop/contracts/common/money';
import { Price } from './price.tsx';

export function ProductPrice({ product }: { product: { price: number; salePrice: number } }) {
  const percent = percentOff(product);
  return (
    <Price
      amount={currentPrice(product)}
      was={percent > 0 ? { amount: product.price, percentOff: percent } : undefined}
    />
  );
}
