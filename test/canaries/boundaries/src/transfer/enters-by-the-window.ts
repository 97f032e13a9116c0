import { line } from '#features/cart/parts/line.ts'

export const seen = line
