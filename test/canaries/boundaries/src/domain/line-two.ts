import { one } from './line-one.ts'

export const two = (): number => one()
