import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'

/* Questions about products, and what the merchant and buyers answer, as pages and calls see them. */

/** Characters. */
export const mostContent = 1_000
export const mostAnswer = 2_000
export const mostName = 60

const answerView = z.object({
  author: z.string(),
  content: z.string(),
  /** BCP 47. */
  lang: z.string(),
  date: z.string(),
  createdAt: z.string(),
  /** The merchant answers, or somebody whose order here had the product. */
  by: z.enum(['merchant', 'buyer']),
})

export const questionView = z.object({
  /** Its code: "q-K7M29QXD4T". */
  slug: z.string(),
  href: z.string(),
  author: z.string(),
  content: z.string(),
  lang: z.string(),
  date: z.string(),
  createdAt: z.string(),
  /** The merchant's first, then the oldest. */
  answers: z.array(answerView),
})
export type QuestionView = z.output<typeof questionView>

export const questionPage = z.object({
  questions: z.array(questionView),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
})
export type QuestionPage = z.output<typeof questionPage>

export const listQuestions = endpoint({
  path: '/question/list',
  summary: 'One page of the questions about a product, with their answers',
  input: z.strictObject({
    product: z.string().min(1).max(120),
    page: z.int().min(1).max(1_000).default(1),
  }),
  output: questionPage,
  problems: ['unknown_product'],
})

const written = z.object({
  /** The question's code. */
  slug: z.string(),
  state: z.enum(['pending', 'published']),
  /** What happens next, in words. */
  text: z.string(),
})

export const askQuestion = endpoint({
  path: '/question/ask',
  summary: 'Asks about a product',
  writes: true,
  input: z.strictObject({
    product: z.string().min(1).max(120),
    content: textField(mostContent).default(''),
    /** Who asks, to others. */
    displayName: lineField(mostName).default(''),
    /** Where an answer is mailed to, once; nobody sees it. */
    email: lineField(254).default(''),
    /** No field that a person sees: who fills it in is a program. */
    website: z.string().max(500).default(''),
    /** Of the security check, which is asked for where many questions about the product wait to be read. */
    verifyId: z.string().max(100).default(''),
    verifyAnswer: z.string().max(20).default(''),
  }),
  output: written,
  problems: [
    'invalid_input',
    'invalid_email',
    'unknown_product',
    'too_many_requests',
    'verification_required',
    'verification_failed',
  ],
})

/** By buyers of the product alone. */
export const answerQuestion = endpoint({
  path: '/question/answer',
  summary: 'Answers a question about something that one has bought',
  writes: true,
  input: z.strictObject({
    question: z.string().min(1).max(40),
    content: textField(mostAnswer).default(''),
    displayName: lineField(mostName).default(''),
  }),
  output: written,
  problems: ['invalid_input', 'unknown_question', 'not_a_buyer', 'answer_exists', 'too_many_requests'],
})
