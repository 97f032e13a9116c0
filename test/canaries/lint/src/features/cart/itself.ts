import { count } from './itself.ts'

export const twice = (): number => count * 2
export const count = 1
