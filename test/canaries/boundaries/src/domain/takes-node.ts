import { basename } from 'node:path'

export const last = basename
