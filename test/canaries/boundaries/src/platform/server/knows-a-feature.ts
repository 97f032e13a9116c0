import { addLine } from '#features/cart/contract.ts'

export const path = addLine
