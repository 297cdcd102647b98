/** `npm run build`: the product, into `dist/`. */
import { buildProduct } from './build/build-product.ts';
import { locked } from './lib/lock.ts';
import { main } from './lib/main.ts';

await main(async () => {
  await locked(buildProduct);
  return 0;
});
