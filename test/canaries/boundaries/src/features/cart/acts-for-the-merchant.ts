import { reprice } from './shop.ts'

export const changed = reprice
