import { rows } from '#platform/server/db/rows.ts'

export const lines = rows
