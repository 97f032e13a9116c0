import { reprice } from '#features/cart/shop.ts'
import { expire } from '#features/cart/work/expire.ts'

export const jobs = [reprice, expire]
