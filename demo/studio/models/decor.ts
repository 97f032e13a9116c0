import type { Models } from '../model.ts'

export const decor: Models = {}
