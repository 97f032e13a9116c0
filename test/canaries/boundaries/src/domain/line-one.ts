import { two } from './line-two.ts'

export const one = (): number => two()
