import type { Models } from '../model.ts'

export const desk: Models = {}
