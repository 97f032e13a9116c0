import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { used } from '#app/parts.ts'

export const pages = new LRUCache({ max: used })
export const name = z.string()
