import { createHash } from 'node:crypto'
import { cut } from '#wire/shown-text.ts'

/**
 * A name as a slug: "Clay Plant-Pot!" → `clay-plant-pot`, "蓝 杯" → `蓝-杯`. A name without any letter or digit becomes a
 * slug made from its bytes, the same at each import.
 */
export function slugOf(name: string, max = 120): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    // Vowel marks of Thai and similar scripts stay; accents without a letter of their own are dropped.
    .replace(/['’]|(?<![\p{Lo}\p{Lm}\p{M}])\p{M}+/gu, '')
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  if (slug === '') return `x-${shortHash(name)}`
  return slug.length <= max ? slug : `${cut(slug, max - 13).replace(/-$/, '')}-${shortHash(name)}`
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
