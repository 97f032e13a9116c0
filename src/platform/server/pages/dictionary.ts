import type { IncomingHttpHeaders } from 'node:http'
import type { PageName } from '#wire/page.ts'

/** A text that browsers have. */
export interface Dictionary {
  content: Buffer
  /** 32 bytes: SHA-256 of the content. */
  hash: Buffer
}

/** A page that was just rendered, for nobody in particular. */
export interface Learnt {
  /** `` or `/zh` */
  langPath: string
  page: PageName
  /** Of the program, its words and its look. */
  edition: string
  /** The answer to its visit. Called only where it is wanted. */
  visit: () => string
}

export interface Dictionaries {
  /** The one that the browser says it has, if it also understands answers that are made with it; null for none. */
  named(headers: IncomingHttpHeaders): Dictionary | null
  /** The `Link` header with which a page in this language names its dictionary; null while there is none. */
  link(langPath: string): string | null
  learn(page: Learnt): void
  /** The dictionary's own file; null if there is none of this hash (hexadecimal). */
  find(hash: string): Promise<DictionaryFile | null>
  /** Resolves when all that was learnt is stored. */
  settled(): Promise<void>
}

export interface DictionaryFile extends Dictionary {
  langPath: string
}
