import { reprice } from '#features/cart/shop.ts'

export const calls = [reprice]
