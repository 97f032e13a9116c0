import type { Models } from '../model.ts'

export const textiles: Models = {}
