import { wordsOf } from '#platform/server/pages/structured.ts'
import type { Json } from '#wire/page.ts'

/**
 * schema.org/FAQPage of a page that is questions and answers; nothing of any other. It is one when at least two
 * sections have a question for a title, and most of its sections do. @param body HTML @param lang BCP 47
 */
export function faqPage(body: string, lang: string): Json[] {
  const questions = questionsOf(body)
  if (questions.length === 0) return []
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

/** Of a page that is questions and answers, each answer folded below its question; any other page as it is. */
export function foldQuestions(html: string): string {
  // Parts that the merchant has folded may hold headings of their own.
  const questions = questionsOf(html)
  if (html.includes('<details') || questions.length === 0) return html
  // Headings that are no questions ("It came broken.") are treated like questions.
  const levels = new Set(questions.map(({ level }) => level))
  return html.replace(section, (whole, level: string, title: string, below: string) =>
    levels.has(level) && wordsOf(below) !== ''
      ? `<details class="question"><summary><${level}>${title}</${level}></summary>${below}</details>`
      : whole,
  )
}

/** The sections that are questions; none when the page is something else. */
function questionsOf(body: string): Section[] {
  const sections = sectionsOf(body)
  const questions = sections.filter(({ title }) => isQuestion(title))
  return questions.length < 2 || questions.length * 2 <= sections.length ? [] : questions
}

function isQuestion(title: string): boolean {
  return /[?？]$/.test(title)
}

interface Section {
  /** `h2` … `h4` */
  level: string
  title: string
  text: string
}

const section = /<(h[2-4])\b[^>]*>(.*?)<\/\1>(.*?)(?=<h[2-4]\b|$)/gs

/** Titles with the words below them, up to the next title; one with none is the title of a group. */
function sectionsOf(html: string): Section[] {
  return [...html.matchAll(section)].flatMap(([, level = '', title = '', below = '']) => {
    const text = wordsOf(below)
    return text === '' ? [] : [{ level, title: wordsOf(title), text }]
  })
}
