import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The words of the shop: which there are, how one that is begun may end, what a wrong one may mean. */

export interface KnownWord {
  word: string
  /** In so many products and entries. */
  things: number
}

// No word sorts behind it.
const end = '\u{10ffff}'

/** Which of these words the shop has, and its most frequent words that begin with `prefix`. */
export async function lookUpWords(
  db: Db,
  words: readonly string[],
  prefix: string | null,
  limit: number,
): Promise<{ known: KnownWord[]; completions: KnownWord[] }> {
  const { rows: found } = await sql<KnownWord & { completes: boolean }>`
    select word, things, false as completes from search_words where word = any(${words}::text[]) and things > 0
    union all
    (select word, things, true from search_words
      where word >= ${prefix ?? end} and word < ${`${prefix ?? end}${end}`} and things > 0 order by things desc, word limit ${sql.lit(limit)})`.execute(
    rows(db),
  )
  return {
    known: found.filter(({ completes }) => !completes),
    completions: found.filter(({ completes }) => completes),
  }
}

/** Words that are written almost like this one, in any order. @param steps letters that may differ */
export async function alikeWords(db: Db, word: string, steps: number): Promise<KnownWord[]> {
  const [first = ''] = word
  const { rows: found } = await sql<KnownWord>`
    select word, things from search_words
    where things > 0 and ((word >= ${first} and word < ${`${first}${end}`}) or word % ${word})
      and length(word) between ${word.length - steps} and ${word.length + steps} and word !~ '^[0-9]+$'
      and levenshtein_less_equal(word, ${word}, ${sql.lit(steps + 1)}) <= ${sql.lit(steps + 1)}
    limit 200`.execute(rows(db))
  return found
}
