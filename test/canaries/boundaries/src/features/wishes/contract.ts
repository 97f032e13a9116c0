import { addLine } from '#features/cart/contract.ts'

export const addWish = addLine
