import type { Models } from '../model.ts'

export const lighting: Models = {}
