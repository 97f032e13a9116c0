import { rows } from '#platform/server/db/rows.ts'

export const add = rows
