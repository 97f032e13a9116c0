import { Finding } from './shape.ts'

export const none: Finding[] = []
