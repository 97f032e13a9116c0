import { wordsOf } from '#platform/server/structured.ts'
import type { Json } from '#wire/page.ts'

/**
 * schema.org/FAQPage of a page that is questions and answers; nothing of any other. It is one when at least two
 * sections have a question for a title, and most of its sections do. @param body HTML @param lang BCP 47
 */
export function faqPage(body: string, lang: string): Json[] {
  const sections = sectionsOf(body)
  const questions = sections.filter(({ title }) => /[?？]$/.test(title))
  if (questions.length < 2 || questions.length * 2 <= sections.length) return []
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      inLanguage: lang,
      mainEntity: questions.map(({ title, text }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    },
  ]
}

/** Titles with the words below them, up to the next title; one with none is the title of a group. */
function sectionsOf(html: string): { title: string; text: string }[] {
  return [...html.matchAll(/<(h[2-4])\b[^>]*>(.*?)<\/\1>(.*?)(?=<h[2-4]\b|$)/gs)].flatMap(
    ([, , title = '', below = '']) => {
      const text = wordsOf(below)
      return text === '' ? [] : [{ title: wordsOf(title), text }]
    },
  )
}
