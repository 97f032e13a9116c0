import { call } from '#platform/browser/call.ts'

export const ask = call
