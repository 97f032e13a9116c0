import { publicName } from '#domain/person/public-name.ts'
import { no, ok } from '#domain/result.ts'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import type { QuestionView } from '../contract.ts'
import { presentQuestion } from '../present.ts'
import { findAskable, findQuestion, namesOf, questionsOf } from '../queries/read.ts'

/** Questions in one answer. */
const perAnswer = 10

export function listQuestions(
  ctx: Ctx,
  input: Input<typeof contract.listQuestions>,
): Answer<typeof contract.listQuestions> {
  return productQuestions(ctx, input, perAnswer)
}

/** A page that shows them carries the tag `questions:<product id>`. */
export async function productQuestions(
  ctx: Ctx,
  { product, page }: Input<typeof contract.listQuestions>,
  perPage: number,
): Answer<typeof contract.listQuestions> {
  const found = await questionsOf(ctx.db, product, perPage, (page - 1) * perPage)
  if (found === null) return no({ name: 'unknown_product' })
  return ok({
    questions: found.questions.map((row) => presentQuestion(row, ctx)),
    total: found.total,
    page,
    pages: Math.max(1, Math.ceil(found.total / perPage)),
  })
}

export interface ShownQuestion {
  question: QuestionView
  product: { id: number; slug: string; title: string }
}

/** A question that is shown, with its product. */
export async function showQuestion(ctx: Ctx, code: string): Promise<ShownQuestion | null> {
  if (!/^q-[\dA-Z]{10}$/.test(code)) return null
  const found = await findQuestion(ctx.db, code)
  if (found === null) return null
  const { productId: id, product: slug, titles } = found
  return {
    question: presentQuestion(found, ctx),
    product: { id, slug, title: pickText(titles, ctx.locale) || slug },
  }
}

/** What a question is to be asked about. */
export async function showAskable(
  ctx: Ctx,
  slug: string,
): Promise<{ id: number; slug: string; title: string } | null> {
  const found = slug === '' || slug.includes('\0') ? null : await findAskable(ctx.db, slug)
  return found && { id: found.id, slug: found.slug, title: pickText(found.titles, ctx.locale) || found.slug }
}

/** The name that is proposed to who asks; `` to a guest. */
export async function proposedName(ctx: Ctx): Promise<string> {
  const { customer } = await ctx.who()
  const names = customer === null ? null : await namesOf(ctx.db, customer)
  return names === null ? '' : publicName(names)
}
