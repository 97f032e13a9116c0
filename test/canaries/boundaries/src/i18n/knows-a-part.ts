import { Price } from '#ui/price.tsx'

export const part = Price
