import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { textField } from '#wire/written.ts'

/** Pictures of one inquiry. */
export const mostPictures = 6
/** Characters of the message. */
export const mostContent = 5_000

export const submitInquiry = endpoint({
  path: '/inquiry/submit',
  summary: 'Sends an inquiry to the shop',
  writes: true,
  input: z.strictObject({
    /** The form's slug. */
    form: z.string().min(1).max(120),
    /** The slug of the product that it is about. */
    product: z.string().max(200).nullable().default(null),
    /** The form's own fields, by their code. */
    contact: z.record(z.string().max(64), textField(mostContent)).default({}),
    content: textField(mostContent).default(''),
    /** Ids that `/upload/image` answered with. */
    images: z.array(z.string().max(64)).max(mostPictures).default([]),
    /** No field that a person sees: who fills it in is a program. */
    website: z.string().max(500).default(''),
  }),
  output: z.object({
    /** The inquiry's number in mails. */
    number: z.string(),
    form: z.string(),
  }),
  problems: ['invalid_input', 'unknown_form', 'unknown_picture', 'too_many_requests'],
})

/** A form in the visitor's language. */
export interface FormView {
  slug: string
  title: string
  summary: string
  contentLabel: string
  thanks: string
  /** Those in which it has texts. */
  languages: readonly string[]
  fields: readonly {
    code: string
    label: string
    help: string | null
    kind: 'text' | 'email' | 'phone' | 'number' | 'long-text' | 'choice'
    required: boolean
    choices: readonly { code: string; name: string }[]
  }[]
}
