import type { IncomingHttpHeaders } from 'node:http'
import type { PageName } from '#wire/page.ts'

/** A text that browsers have. */
export interface Dictionary {
  content: Buffer
  /** 32 bytes: SHA-256 of the content. */
  hash: Buffer
  /** Of its language: `` or `/zh`. */
  langPath: string
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
  /**
   * The one of this language that the browser says it has, if it also understands answers that are made with it; null
   * for none.
   */
  named(headers: IncomingHttpHeaders, langPath: string): Dictionary | null
  /** The `Link` header with which a page in this language names its dictionary; null while there is none. */
  link(langPath: string): string | null
  /** A page may become a part of its language's dictionary. Never throws, and nobody waits for it. */
  learn(page: Learnt): void
  /** By its hash (hexadecimal); null for none. */
  find(hash: string): Promise<Dictionary | null>
  /** Resolves when all that was learnt is stored. */
  settled(): Promise<void>
}
