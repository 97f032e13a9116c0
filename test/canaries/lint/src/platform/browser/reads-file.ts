import { basename } from 'node:path'

export const last = (path: string): string => basename(path)
