import { log } from '#platform/server/log.ts'

export const between = log
