/*
 * The compared products are in the URL, so that it can be shared: `/compare?p=oak-stool&p=ash-bench`.
 */

/** The most products side by side. */
export const mostCompared = 4

const longestSlug = 120

export function readCompared(query: URLSearchParams): string[] {
  const slugs = query.getAll('p').filter((slug) => slug !== '' && slug.length <= longestSlug)
  return [...new Set(slugs)].slice(0, mostCompared)
}
