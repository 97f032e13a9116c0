import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The table of the shop's words: look-up, completion, similar spellings. */

export interface KnownWord {
  word: string
  /** How many products and entries have it. */
  things: number
}

/** A word to look for similar spellings of, unless the shop has it. */
export interface DoubtedWord {
  word: string
  /** If the shop has any of these, the word is known. */
  spellings: readonly string[]
  /** The most edits between the word and a similar one. */
  steps: number
  /** It may be unfinished: if it has completions, it counts as known. */
  isOpen: boolean
}

export interface WordsAsked {
  words: readonly string[]
  /** The beginning to complete; null for none. */
  prefix: string | null
  /** The most completions to return, most frequent first. */
  limit: number
  doubted: readonly DoubtedWord[]
}

export interface WordsFound {
  known: KnownWord[]
  completions: KnownWord[]
  /** Unknown word → words with a similar spelling, in any order. */
  alike: ReadonlyMap<string, KnownWord[]>
}

// Sorts behind every word.
const end = '\u{10ffff}'
/** Unknown words for which similar ones are looked up. */
const maxDoubted = 3

/** Known words, completions of the prefix, and similar spellings of unknown words: one statement. */
export async function lookUpWords(
  db: Db,
  { words, prefix, limit, doubted }: WordsAsked,
): Promise<WordsFound> {
  const begun = prefix ?? end
  const { rows: found } = await sql<KnownWord & { found: 'known' | 'completion' | 'alike'; of: string }>`
    with known as materialized (
      select word, things from search_words where word = any(${words}::text[]) and things > 0
    ),
    completions as materialized (
      select word, things
      from search_words
      where word >= ${begun} and word < ${`${begun}${end}`} and things > 0
      order by things desc, word limit ${sql.lit(limit)}
    ),
    unknown as materialized (
      select d.word, d.steps
      from jsonb_to_recordset(${JSON.stringify(doubted)}::jsonb) d(
        word text, spellings text[], steps int, "isOpen" boolean
      )
      where not exists (select from known k where k.word = any(d.spellings))
        and not (d."isOpen" and exists (select from completions))
      limit ${sql.lit(maxDoubted)}
    )
    select 'known' as found, '' as of, word, things
    from known
    union all
    select 'completion', '', word, things
    from completions
    union all
    select 'alike', u.word, a.word, a.things
    from unknown u,
      lateral (
        select w.word, w.things
        from search_words w
        where w.things > 0
          and ((w.word >= left(u.word, 1) and w.word < left(u.word, 1) || ${end}) or w.word % u.word)
          and length(w.word) between length(u.word) - u.steps and length(u.word) + u.steps
          and w.word !~ '^[0-9]+$'
          and levenshtein_less_equal(w.word, u.word, u.steps + 1) <= u.steps + 1
        limit 200
      ) a`.execute(rows(db))
  const of = (kind: (typeof found)[number]['found']): typeof found =>
    found.filter((row) => row.found === kind)
  return {
    known: of('known'),
    // Sorted again: a union has no order.
    completions: of('completion').sort((a, b) => b.things - a.things || (a.word < b.word ? -1 : 1)),
    alike: Map.groupBy(of('alike'), (row) => row.of),
  }
}
