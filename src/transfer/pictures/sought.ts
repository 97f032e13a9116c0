import { sourcesIn } from '#features/media/rules/prose.ts'
import { isGiven } from '../merge/merge.ts'
import { sanitise } from '#features/content/rules/html.ts'

/** The pictures that the files of an import name: those of other entries are not its business. */
export interface Sought {
  /** @param texts HTML by language, whose pictures are meant as well */
  add(source: unknown, texts?: unknown): void
  /** The same for a list of pictures. */
  addAll(pictures: unknown, texts?: unknown): void
  has(source: string): boolean
}

export function soughtPictures(): Sought {
  const sources = new Set<string>()
  const add: Sought['add'] = (source, texts) => {
    if (typeof source === 'string') sources.add(source)
    for (const html of isGiven(texts) ? Object.values(texts) : []) {
      if (typeof html !== 'string' || !/<img/i.test(html)) continue
      for (const inside of sourcesIn(sanitise(html))) sources.add(inside)
    }
  }
  return {
    add,
    addAll(pictures, texts) {
      for (const picture of Array.isArray(pictures) ? (pictures as unknown[]) : [])
        add(isGiven(picture) ? picture['src'] : null)
      add(null, texts)
    },
    has: (source) => sources.has(source),
  }
}
