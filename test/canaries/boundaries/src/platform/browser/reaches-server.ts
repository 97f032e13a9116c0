import { between } from '#domain/between.ts'

export const reached = between
