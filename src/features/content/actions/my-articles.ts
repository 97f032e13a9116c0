import { no, ok, type Result } from '#domain/result.ts'
import { day, hour, minute } from '#domain/time.ts'
import { publicName } from '#domain/person/public-name.ts'
import { cleanText, writtenLine } from '#domain/written-text.ts'
import { picturesByKeys } from '#features/media/queries.ts'
import { findUploads, giveUpPicture, type Upload } from '#features/media/rules/uploads.ts'
import { isLocale, type Locale } from '#i18n/locales.ts'
import { Refusal } from '#platform/server/answers.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tx } from '#platform/server/db/db.ts'
import { mayGoOn, tooMany } from '#platform/server/rate.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import { mostPictures, pictureMarkdown } from '../parts/article-limits.ts'
import type * as contract from '../contract/my-articles.ts'
import { presentDraft, presentOwnArticle } from '../present-my-articles.ts'
import { holdWriter, writerOf } from '../queries/comments.ts'
import {
  countArticles,
  insertArticle,
  latestRevision,
  lockArticle,
  lockArticleMadeIn,
  ownArticles,
  ownDraft,
  putRevision,
  touchArticle,
  type LockedArticle,
} from '../queries/my-articles.ts'
import { freeSlug } from '../rules/free-slug.ts'
import { picturesIn, readersHtml } from '../rules/readers-html.ts'
import { withdrawArticle } from '../rules/withdraw.ts'

/** Articles on one page of the list. */
const perPage = 10
/** What one customer may write. */
const mostArticles = 100
const saving = { name: 'article.save', most: 300, within: hour }
/** The merchant reads each of them. */
const submitting = { name: 'article.submit', most: 10, within: day }
/** The editor asks while somebody writes. */
const previewing = { name: 'article.preview', most: 120, within: minute }

export async function myArticles(
  ctx: Ctx,
  { page }: Input<typeof contract.myArticles>,
): Answer<typeof contract.myArticles> {
  const customer = (await ctx.who()).customer!
  const [{ articles, total }, writer] = await Promise.all([
    ownArticles(ctx.db, customer, { limit: perPage, offset: (page - 1) * perPage }),
    writerOf(ctx.db, customer),
  ])
  return ok({
    articles: articles.map((row) =>
      presentOwnArticle(row, (writer && publicName(writer)) || ctx.t('comment.nameless'), ctx),
    ),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
  })
}

/** An article as its author works on it; null for one that is not the customer's. */
export async function findDraft(
  ctx: Ctx,
  customer: number,
  id: number,
): Promise<contract.ArticleDraft | null> {
  const row = await ownDraft(ctx.db, customer, id)
  return row && presentDraft(row, ctx)
}

/** What readers would see of a text, also of one that is not saved yet. */
export function htmlOfDraft({ content }: Pick<contract.ArticleDraft, 'content'>): string {
  return readersHtml(cleanText(content))
}

type Saved = Result<Output<typeof contract.saveArticle>, Problem<typeof contract.saveArticle>>

/** Each saving is a revision of its own: what the merchant publishes by its number is what the merchant has read. */
export async function saveArticle(
  ctx: Ctx,
  input: Input<typeof contract.saveArticle>,
): Answer<typeof contract.saveArticle> {
  if (ctx.shop.shop.articlesBy === 'nobody') return no({ name: 'articles_closed' })
  const customer = (await ctx.who()).customer!
  const who = String(customer)
  if (!(await mayGoOn(ctx.db, saving, who, ctx.now))) return no(tooMany(saving, ctx.now))
  const title = writtenLine(input.title)
  const typed = cleanText(input.content)
  const errors = {
    ...(title === '' ? { title: ctx.t('my_article.title_required') } : {}),
    ...(typed === '' && input.submit ? { content: ctx.t('my_article.content_required') } : {}),
  }
  if (Object.keys(errors).length > 0) return no({ name: 'invalid_input', fields: errors })
  if (input.submit && !(await mayGoOn(ctx.db, submitting, who, ctx.now)))
    return no(tooMany(submitting, ctx.now))
  const uploads = await uploadsIn(ctx, input)
  if (uploads === null)
    return no({ name: 'unknown_picture', fields: { images: ctx.t('problem.unknown_picture') } })
  const added = input.images.map((id) => pictureMarkdown(uploads.get(id)!.key))
  const content = [typed, ...added].filter((part) => part !== '').join('\n\n')
  const language = isLocale(input.language) ? input.language : ctx.locale
  const thumbnail = uploads.get(input.thumbnail)?.key ?? input.thumbnail
  return ctx.transact((tx) => save(tx, ctx, customer, { ...input, title, content, language, thumbnail }))
}

/** The uploads that the input names, by their ids; null where one is not there any more. */
async function uploadsIn(
  ctx: Ctx,
  { images, thumbnail }: Input<typeof contract.saveArticle>,
): Promise<Map<string, Upload> | null> {
  const found = await findUploads(ctx.db, [...new Set([...images, thumbnail])])
  const byId = new Map(found.map((upload) => [upload.id, upload]))
  return images.every((id) => byId.has(id)) ? byId : null
}

interface Tidy extends Input<typeof contract.saveArticle> {
  language: Locale
}

async function save(tx: Tx, ctx: Ctx, customer: number, input: Tidy): Promise<Saved> {
  // An account that is just being closed is waited for: nothing is written under it afterwards.
  if ((await holdWriter(tx, customer)) === null) throw new Refusal('sign_in_required')
  const known =
    input.id === 0
      ? await lockArticleMadeIn(tx, input.form, customer)
      : await lockArticle(tx, input.id, customer)
  if (input.id !== 0 && known === null) return no({ name: 'unknown_article' })
  if (known !== null && !(await mayFollow(tx, known, input))) return no({ name: 'article_changed' })
  if (known === null && (await countArticles(tx, customer)) >= mostArticles)
    return no({ name: 'too_many_articles' })
  const keys = [...new Set([...picturesIn(input.content), input.thumbnail])].filter((key) => key !== '')
  const pictures = new Map((await picturesByKeys(tx, keys)).map(({ key, id }) => [key, id]))
  const missing = keys.find((key) => !pictures.has(key))
  if (missing !== undefined)
    return no({ name: 'unknown_picture', fields: { content: ctx.t('problem.unknown_picture') } })
  if (keys.length > mostPictures) return no({ name: 'too_many_pictures', details: { most: mostPictures } })
  const placed = await place(tx, ctx, customer, known, input)
  if (!placed.ok) return placed
  const article = placed.value
  const state = input.submit ? 'submitted' : 'draft'
  const inText = picturesIn(input.content).map((key) => pictures.get(key)!)
  const revision = {
    article: article.id,
    state,
    title: input.title,
    content: input.content,
    locale: input.language,
    picture: pictures.get(input.thumbnail) ?? inText[0] ?? null,
    pictures: inText,
  } as const
  const put = await putRevision(tx, revision, ctx.now)
  // What this revision does not show any more goes with the next old uploads, unless something else shows it.
  const stays = new Set([...revision.pictures, revision.picture])
  for (const picture of put.former) if (!stays.has(picture)) await giveUpPicture(tx, picture)
  return ok({ id: article.id, revision: put.id, slug: article.slug, state })
}

/**
 * What was saved last is what its author has seen: the revision that was opened, or one of the same form, whose answer
 * did not come in time.
 */
async function mayFollow(tx: Tx, { id, savedIn }: LockedArticle, { revision, form }: Tidy): Promise<boolean> {
  const latest = await latestRevision(tx, id)
  if (latest === null) return false
  return latest.id === revision || (form !== '' && savedIn === form && latest.state !== 'published')
}

/** The article's row with its slug, which stays from the first publication on. */
async function place(
  tx: Tx,
  ctx: Ctx,
  customer: number,
  known: LockedArticle | null,
  { slug, title, form }: Tidy,
): Promise<Result<LockedArticle, Problem<typeof contract.saveArticle>>> {
  const wish = writtenLine(slug)
  if (known !== null && (known.articleId !== null || wish === known.slug)) {
    await touchArticle(tx, known.id, known.slug, form, ctx.now)
    return ok(known)
  }
  const free = await freeSlug(tx, { wish, title, article: known?.id ?? null })
  if (free === null) return no({ name: 'invalid_input', fields: { slug: ctx.t('my_article.slug_taken') } })
  if (known === null) return ok(await insertArticle(tx, customer, free, form, ctx.now))
  await touchArticle(tx, known.id, free, form, ctx.now)
  return ok({ ...known, slug: free })
}

export async function deleteArticle(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteArticle>,
): Answer<typeof contract.deleteArticle> {
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    const article = await lockArticle(tx, id, customer)
    if (article === null) return no({ name: 'unknown_article' })
    await withdrawArticle(tx, article)
    return ok({})
  })
}

export async function previewArticle(
  ctx: Ctx,
  { content }: Input<typeof contract.previewArticle>,
): Answer<typeof contract.previewArticle> {
  const customer = (await ctx.who()).customer!
  if (!(await mayGoOn(ctx.db, previewing, String(customer), ctx.now))) return no(tooMany(previewing, ctx.now))
  return ok({ html: readersHtml(cleanText(content)) })
}
