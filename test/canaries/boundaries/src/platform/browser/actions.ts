import { call } from './call.ts'

export const add = call
