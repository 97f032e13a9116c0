import type { Command } from 'commander'
import { leadsAway } from '#domain/aftersale/leads-away.ts'
import { refusalReasons } from '#domain/aftersale/moderation.ts'
import { mediaUrl } from '#features/media/contract.ts'
import {
  answerReview,
  findReview,
  listForOperator,
  moderationCounts,
  publishReview,
  refuseReview,
  removeReview,
  type ReviewFault,
  type ReviewListing,
  type ReviewWork,
} from '#features/reviews/shop/moderate.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import { confirmed } from '../confirm.ts'
import { openWords } from '../entries/words.ts'
import { readNames, type Named } from '../many.ts'
import { withShop } from '../shop.ts'
import { counted, Failure, printable, table, writeOut } from '../terminal.ts'
import {
  addSeveral,
  asked,
  eachCode,
  oneLine,
  reasonFrom,
  textFrom,
  writtenStates,
  type Flags,
  type Many,
} from './written.ts'

const named: Named = { one: 'a review', columns: ['code', 'review'] }

export function addReviews(program: Command): void {
  const reviews = program
    .command('reviews')
    .description(
      'read what buyers have written about products, publish or refuse it with a reason, and answer',
    )

  reviews
    .command('list')
    .description('list the reviews that nobody has read yet, oldest first')
    .option('--all', 'those that were read, too', false)
    .option('--state <state>', `only ${writtenStates.join(', ')} ones, read or not`)
    .option('--product <slug>', 'only those of one product')
    .option('--score <stars>', 'only those of one score, 1 to 5')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  reviews
    .command('show')
    .description('show one review')
    .argument('<code>', 'as in the list')
    .option('--json', 'print it as JSON', false)
    .action(show)

  reviews
    .command('counts')
    .description('how many of each score are published, waiting and refused: whether bad ones are held back')
    .option('--json', 'print it as JSON', false)
    .action(counts)

  const several = (name: string, description: string): Command =>
    addSeveral(reviews, name, description, 'as in the list')

  several('publish', 'show reviews; one that is shown already counts as read').action(publish)

  several('refuse', 'take reviews off the shop, or do not show them; who wrote them is told why')
    .requiredOption('--reason <reason>', `${refusalReasons.join(', ')}; a low score is none`)
    .option('--note <text>', 'words for who wrote it', '')
    .option('--yes', 'do not ask', false)
    .action(refuse)

  several('delete', 'delete reviews for good, with their pictures and votes')
    .option('--yes', 'do not ask', false)
    .action(remove)

  reviews
    .command('answer')
    .description('answer a review, for everybody to read; who wrote it gets a mail')
    .argument('<code>', 'as in the list')
    .option('--text <file>', 'the answer, plain text; - for standard input', '-')
    .option('--remove', 'take the answer away', false)
    .option('--json', 'print the result as JSON', false)
    .action(answer)
}

async function list(
  flags: Flags & { all: boolean; state?: string; product?: string; score?: string },
): Promise<void> {
  const state = flags.state === undefined ? null : writtenStates.find((one) => one === flags.state)
  if (state === undefined) throw new Failure(`--state is one of ${writtenStates.join(', ')}`)
  const score = flags.score === undefined ? null : Number(flags.score)
  if (score !== null && ![1, 2, 3, 4, 5].includes(score)) throw new Failure('--score is 1 to 5')
  await withShop(async ({ config, db }) => {
    const rows: string[][] = []
    const origin = await shopOrigin(db, config)
    const filter = {
      state,
      unchecked: !flags.all && state === null,
      product: flags.product ?? null,
      score,
      code: null,
    }
    await listForOperator(db, filter, async (review) => {
      if (flags.json) await writeOut(`${JSON.stringify(asJson(review, origin))}\n`)
      else rows.push(asRow(review))
    })
    const head = ['CODE', 'STATE', 'STARS', 'PRODUCT', 'ORDER', 'BY', 'LINK', 'PICTURES', 'WRITTEN', 'BEGINS']
    if (!flags.json) await writeOut(`${table([head, ...rows])}\n`)
  })
}

async function show(code: string, { json }: Flags): Promise<void> {
  await withShop(async ({ config, db }) => {
    const review = await findReview(db, code)
    if (review === null) throw new Failure(noSuch(code))
    const origin = await shopOrigin(db, config)
    if (json) return writeOut(`${JSON.stringify(asJson(review, origin))}\n`)
    const { state, refusal, refusalNote, score, product, sku, order, author, createdAt, locale } = review
    const lines = [
      `${review.code}  ${state}${refusal === null ? '' : ` (${refusal})`}  ${score} of 5  ${product}${sku === null ? '' : ` ${sku}`}`,
      `${author}  ${createdAt.toISOString()}  ${locale}  ${order === null ? 'from a file' : `order ${order}`}`,
      ...(review.editedAt === null ? [] : [`changed ${review.editedAt.toISOString()}`]),
      ...(review.fit === null ? [] : [`fit: ${review.fit}`]),
      ...(refusalNote === null ? [] : [`refused with: ${refusalNote}`]),
      '',
      ...(review.title === null ? [] : [review.title]),
      review.content,
      ...picturesOf(review, origin),
      ...(review.reply === null ? [] : ['', 'answered:', review.reply]),
    ]
    await writeOut(`${lines.map(printable).join('\n')}\n`)
  })
}

async function counts({ json }: Flags): Promise<void> {
  await withShop(async ({ db }) => {
    const found = await moderationCounts(db)
    if (json) return writeOut(`${JSON.stringify(found)}\n`)
    const rows = found.map(({ score, published, pending, refused }) => {
      const share = Math.round((100 * refused) / (published + pending + refused))
      return [String(score), String(published), String(pending), String(refused), `${share}%`]
    })
    await writeOut(`${table([['STARS', 'PUBLISHED', 'WAITING', 'REFUSED', 'REFUSED OF ALL'], ...rows])}\n`)
  })
}

async function publish(typed: string[], flags: Many): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  await withWork((work) => eachCode(codes, flags.json, (code) => publishReview(work, code), faults))
}

async function refuse(typed: string[], flags: Many & { reason: string; note: string }): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  const reason = reasonFrom(flags.reason)
  await withWork(async (work) => {
    await confirmed(
      `Refuse ${counted(codes.length, 'review')} as ${reason}? Who wrote them is told.`,
      asked(flags),
    )
    await eachCode(codes, flags.json, (code) => refuseReview(work, code, reason, flags.note), faults)
  })
}

async function remove(typed: string[], flags: Many): Promise<void> {
  const codes = await readNames(typed, flags.file, named)
  await withWork(async (work) => {
    await confirmed(
      `Delete ${counted(codes.length, 'review')} for good, with pictures and votes? To take them off the shop and say why: violet reviews refuse.`,
      asked(flags),
    )
    await eachCode(codes, flags.json, (code) => removeReview(work, code), faults)
  })
}

async function answer(code: string, flags: Flags & { text: string; remove: boolean }): Promise<void> {
  await withWork(async (work) => {
    // Before somebody types an answer to nobody.
    if ((await findReview(work.db, code)) === null) throw new Failure(noSuch(code))
    const text = flags.remove ? null : await textFrom(flags.text)
    const done = await answerReview(work, code, text)
    if (!done.ok) throw new Failure(`${printable(code)}: ${faults[done.problem.name]}`)
    const state = text === null ? 'answer removed' : 'answered'
    await writeOut(flags.json ? `${JSON.stringify({ code, state })}\n` : `${printable(code)}: ${state}\n`)
  })
}

async function withWork(work: (of: ReviewWork) => Promise<void>): Promise<void> {
  await withShop(async ({ config, db }) => {
    const ctxFor = await openWords({ config, db }, (await loadConfig(db)).document)
    await work({ db, now: new Date(), ctxFor })
  })
}

const faults: Readonly<Record<ReviewFault['name'], string>> = {
  unknown_review: 'the shop has no such review',
  not_now: 'it is in that state already',
  empty: 'the answer is empty',
  too_long: 'the answer is longer than 5,000 characters',
}

function noSuch(code: string): string {
  return `the shop has no review ${JSON.stringify(code)}`
}

function asJson({ id: _, ...review }: ReviewListing, origin: string): object {
  return { ...review, hasLink: hasLink(review), pictures: picturesOf(review, origin) }
}

function picturesOf({ pictures }: Pick<ReviewListing, 'pictures'>, origin: string): string[] {
  return pictures.map((key) => `${origin}${mediaUrl(key, 1920, 'jpg')}`)
}

function hasLink({ title, content, author }: Pick<ReviewListing, 'title' | 'content' | 'author'>): boolean {
  return [title ?? '', content, author].some(leadsAway)
}

function asRow(review: ReviewListing): string[] {
  const { code, state, score, product, order, author, pictures, createdAt, content } = review
  return [
    ...[code, state, String(score), product, order ?? '-', author, hasLink(review) ? 'yes' : '-'],
    ...[String(pictures.length), createdAt.toISOString().slice(0, 16), oneLine(content)],
  ].map(printable)
}
