import type { LiquidData, LiquidWork } from './work.ts'

/** A theme of these texts. */
export const files = (texts: Readonly<Record<string, string>>): LiquidWork['files'] => ({
  hash: JSON.stringify(texts),
  texts: new Map(Object.entries(texts)),
})

/** The work of rendering one section, in English unless said otherwise. @param more other files of its theme */
export const work = (
  source: string,
  data: LiquidData = {},
  { more = {}, ...others }: Partial<LiquidWork> & { more?: Readonly<Record<string, string>> } = {},
): LiquidWork => ({
  files: files({ 'sections/a.liquid': source, ...more }),
  entry: 'sections/a.liquid',
  data,
  words: null,
  lang: 'en',
  langPath: '',
  locales: ['en'],
  currency: 'USD',
  timeZone: 'Asia/Hong_Kong',
  ...others,
})
