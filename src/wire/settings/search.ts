import { z } from 'zod'

const searchTerm = z.string().trim().min(1).max(80)

/** Settings of the search. */
export const search = z.strictObject({
  /** Synonyms: terms of one group find the same products: [["sofa", "couch"], …]. */
  synonyms: z.array(z.array(searchTerm).min(2).max(40)).max(1000).default([]),
  /** A term → the path of the shop, without language, that it leads to: {"delivery": "/page/shipping"}. */
  redirects: z
    .record(
      searchTerm,
      z
        .string()
        .max(500)
        .regex(/^\/(?![/\\])\S*$/, 'a path of the shop (/…)'),
    )
    .default({}),
  /** Language → terms suggested before anything is typed; the most frequent searches follow them. */
  hot: z.record(z.string(), z.array(searchTerm).max(20)).default({}),
})
export type SearchSettings = z.output<typeof search>
