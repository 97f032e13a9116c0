import type { Logger } from 'pino'
import { wordsReader } from '#features/words/rules/read-words.ts'
import type { Words } from '#i18n/words.ts'
import type { Database } from '#platform/server/db/db.ts'
import { program } from '#storefront/dictionaries.ts'
import { openReloaded, type Reloaded } from './reloaded.ts'

export interface ShopWordsOptions {
  db: Database
  log: Logger
  /** Called after each reload: pages that were rendered with the former words are wrong. */
  reloaded: () => void
}

/** The interface texts of the shop on this node: the program's, its language packs, and what the merchant changed. */
export function openShopWords({ db, log, reloaded }: ShopWordsOptions): Promise<Reloaded<Words>> {
  const read = wordsReader(program, (unfit) =>
    log.warn(
      { count: unfit.length, first: unfit.slice(0, 5) },
      'texts of the shop do not fit this version of the program and are not shown: violet words list --changed',
    ),
  )
  return openReloaded({ what: 'the words', load: () => read(db), log, reloaded })
}
