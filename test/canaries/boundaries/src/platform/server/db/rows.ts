import { Kysely } from 'kysely'

export const rows = Kysely
