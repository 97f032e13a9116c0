import { missing } from './gone.ts'

export const started = missing
