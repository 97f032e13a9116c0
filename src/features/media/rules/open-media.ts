import { cardVersion, type ShareCard } from '../card.ts'
import { openImaging, type Imaging } from '../imaging.ts'
import { fileName, type Origin, type Rendition } from '../renditions.ts'
import { keyOf, openStore, type MediaStore } from '../store.ts'

/** The folder of pictures and the worker that makes them. One for a program. */
export interface Media {
  store: MediaStore
  imaging: Imaging
  /**
   * One file of a picture, made now if it is not there yet, once however many ask for it at the same time.
   * `findOrigin` is asked only then; null: there is no such picture.
   */
  file(key: string, rendition: Rendition, findOrigin: () => Promise<Origin | null>): Promise<Buffer | null>
  /**
   * The card that other sites draw of a link, made now if it is not there yet. Null where the machine has no letters
   * for it. `findOrigin` is asked only when it is made; null: the picture could not be had.
   */
  card(card: ShareCard, findOrigin: () => Promise<Origin | null>): Promise<Buffer | null>
  /** Ends the worker; a program that does not call this can end all the same. */
  close(): void
}

/** @param mediaDir absolute; it need not exist yet. */
export function openMedia(mediaDir: string): Media {
  const store = openStore(mediaDir)
  const imaging = openImaging()
  const underWay = new Map<string, Promise<Buffer | null>>()

  return {
    store,
    imaging,
    async file(key, rendition, findOrigin) {
      const name = fileName(rendition)
      const ready = await store.derived(key, name)
      if (ready !== null) return ready
      const id = `${key}/${name}`
      return shared(underWay, id, async () => {
        try {
          const origin = await findOrigin()
          if (origin === null) return null
          const bytes = await imaging.render(origin, rendition)
          await store.keepDerived(key, name, bytes)
          return bytes
        } finally {
          underWay.delete(id)
        }
      })
    },
    async card(card, findOrigin) {
      const key = keyOf(JSON.stringify([cardVersion, card]))
      const ready = await store.derived(key, fileName('share'))
      if (ready !== null) return ready
      return shared(underWay, `card ${key}`, async () => {
        try {
          const bytes = await imaging.card(card, await findOrigin())
          if (bytes !== null) await store.keepDerived(key, fileName('share'), bytes)
          return bytes
        } finally {
          underWay.delete(`card ${key}`)
        }
      })
    },
    close: () => imaging.close(),
  }
}

function shared<T>(running: Map<string, Promise<T>>, id: string, start: () => Promise<T>): Promise<T> {
  const started = running.get(id)
  if (started !== undefined) return started
  const work = start()
  running.set(id, work)
  return work
}
