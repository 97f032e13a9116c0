import { sql } from 'kysely'
import type { Db } from '#platform/server/db/db.ts'
import { rows } from '#platform/server/db/rows.ts'

/* The words of the shop: which there are, how one that is begun may end, what a wrong one may mean. */

export interface KnownWord {
  word: string
  /** In so many products and entries. */
  things: number
}

/** What may be written wrongly. */
export interface DoubtedWord {
  word: string
  /** The shop has it when it has any of these. */
  spellings: readonly string[]
  /** Letters that may differ. */
  steps: number
  /** It may be unfinished: a word that begins with the prefix is as good as having it. */
  isOpen: boolean
}

export interface WordsAsked {
  words: readonly string[]
  /** Null: nothing is completed. */
  prefix: string | null
  /** Completions, most frequent first. */
  limit: number
  doubted: readonly DoubtedWord[]
}

export interface WordsFound {
  known: KnownWord[]
  completions: KnownWord[]
  /** For each doubted word that the shop does not have, words that are written almost like it, in any order. */
  alike: ReadonlyMap<string, KnownWord[]>
}

// No word sorts behind it.
const end = '\u{10ffff}'
/** Doubted words that others are looked for. */
const mostDoubted = 3

/** Which of these words the shop has, how the prefix may end, and what is written like what it does not have. */
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
      limit ${sql.lit(mostDoubted)}
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
    // By two columns: what a union gives has no order.
    completions: of('completion').sort((a, b) => b.things - a.things || (a.word < b.word ? -1 : 1)),
    alike: Map.groupBy(of('alike'), (row) => row.of),
  }
}
