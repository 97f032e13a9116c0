import { expire } from '#features/cart/work/expire.ts'

export const expired = expire
