import { reprice } from '#features/cart/shop.ts'

export const changed = reprice
