import { z } from 'zod'
import { endpoint } from '#wire/endpoint.ts'
import { lineField, textField } from '#wire/written.ts'
import { commentText } from '../contract.ts'
import { longestName, mostComment } from '../parts/comment-answers.ts'

/* What readers write below articles. Reading is `listComments` of contract.ts. */

export const commentStates = ['pending', 'published', 'refused'] as const
export type CommentState = (typeof commentStates)[number]

const code = z.string().min(1).max(120)

const ownComment = commentText.extend({
  state: z.enum(commentStates),
  /** The code of the comment that it answers. */
  answers: z.string().nullable(),
  /** Why it was refused; null for any other state. */
  reason: z.string().nullable(),
})
export type OwnComment = z.output<typeof ownComment>

export const addComment = endpoint({
  path: '/comment/add',
  summary: 'Writes a comment below an article, or an answer to one; some wait for the merchant',
  writes: true,
  input: z.strictObject({
    /** The article's slug. */
    article: code,
    content: textField(mostComment).default(''),
    /** The code of the comment that it answers. */
    parent: z
      .string()
      .max(120)
      .nullable()
      .default(null)
      .transform((text) => (text === '' ? null : text)),
    /** Of a guest; customers write under the name of their account. */
    name: lineField(longestName).default(''),
    /** No field that a person sees: who fills it in is a program. */
    website: z.string().max(500).default(''),
  }),
  output: z.object({ comment: ownComment }),
  problems: [
    'invalid_input',
    'unknown_article',
    'unknown_comment',
    'comments_closed',
    'sign_in_required',
    'too_many_requests',
  ],
})

export const deleteComment = endpoint({
  path: '/comment/delete',
  summary: 'Deletes a comment of one’s own; answers to it stay',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ comment: code }),
  output: z.object({}),
  problems: ['unknown_comment'],
})

export const myComments = endpoint({
  path: '/comment/mine',
  summary:
    'What the customer has written below an article, with what is not shown to others, and under which name',
  needs: 'customer',
  input: z.strictObject({ article: code }),
  output: z.object({
    comments: z.array(ownComment),
    /** Under which the customer writes. */
    name: z.string(),
  }),
})

/** A comment in the list of all that a customer has written. */
export interface ListedComment extends OwnComment {
  article: { title: string; href: string }
}
