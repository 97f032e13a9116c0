/* What a cart holds: src/features/cart/queries/lines.ts, or cart/queries/lines.ts, or lines.ts. */
export const url = 'https://shop.example/gone.ts' // see gone-line.ts

/**
 * Written by *.gen.ts, read by `<name>.ts` and .browser.ts, taken from node_modules/pg/lib/index.mjs.
 * Its price comes from sales/gone-block.ts.
 */
export const path = 'src/features/cart/gone-text.ts' /* gone-here.tsx */ + 'gone-after.ts'
