/** The section's own place in the page. */
export const questionsId = 'questions'

/** The key of a product's page that says which of its questions it shows. */
export const questionsKey = 'questions'

/** What makes no sense is read as if it was not there. */
export function readQuestionPage(query: URLSearchParams): number {
  const page = query.get(questionsKey) ?? ''
  return /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1
}

export function questionsHref(base: string, page: number): string {
  return `${base}${page === 1 ? '' : `?${questionsKey}=${page}`}#${questionsId}`
}
