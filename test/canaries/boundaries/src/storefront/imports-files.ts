import { imported } from '#transfer/imports.ts'

export const goods = imported
