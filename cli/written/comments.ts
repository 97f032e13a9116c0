import { readFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import {
  answerComment,
  findComment,
  listComments,
  publishComment,
  refuseComment,
  removeComment,
  type ModeratedRow,
  type ModerationFault,
  type ModerationWork,
} from '#features/content/shop/moderate.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { whyUnreadable } from '#platform/server/files/file-reasons.ts'
import { confirmed } from '../confirm.ts'
import { openWords } from '../entries/words.ts'
import { begins, readNames, takesMany, withEach, type Done, type ManyFlags, type Named } from '../many.ts'
import { operatorPath, withShop } from '../shop.ts'
import { counted, Failure, printable, say, table, writeOut } from '../terminal.ts'

const head = 'CODE'
const named: Named = { one: 'a comment', columns: ['code', 'comment'] }

export function addComments(program: Command): void {
  const comments = program
    .command('comments')
    .description('read what readers say of articles, and decide what is shown')

  comments
    .command('list')
    .description('list comments that wait to be shown, oldest first')
    .addOption(
      new Option('--state <state>', 'others than those that wait')
        .choices(['pending', 'published', 'refused', 'all'])
        .default('pending'),
    )
    .option('--all', 'those that were decided, too: as --state all', false)
    .option('--article <address>', 'only those below one article')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  comments
    .command('show')
    .description('show one comment, with why it waits')
    .argument('<code>', 'as in the list')
    .option('--json', 'print it as JSON', false)
    .action(show)

  takesMany(
    comments
      .command('publish')
      .description('show comments that wait or were refused; who wrote them gets a mail if they want such'),
    'code',
  ).action(publish)

  takesMany(
    comments.command('refuse').description('show comments no more, or never; who wrote them gets a mail'),
    'code',
  )
    .option('--reason <text>', 'in the words of the mail', '')
    .action(refuse)

  comments
    .command('answer')
    .description('answer a comment in the name of the shop, below it')
    .argument('<code>', 'as in the list')
    .option('--text <file>', 'the answer, plain text; - for standard input', '-')
    .option('--json', 'print the result as JSON', false)
    .action(answer)

  takesMany(comments.command('delete').description('delete comments for good; answers to them stay'), 'code')
    .option('--yes', 'do not ask', false)
    .action(remove)
}

interface ListFlags {
  all: boolean
  state: ModeratedRow['state'] | 'all'
  article?: string
  json: boolean
}

async function list({ state, all, article, json }: ListFlags): Promise<void> {
  await withShop(async ({ db }) => {
    const rows: string[][] = []
    const filter = { state: all || state === 'all' ? null : state, article: article ?? null }
    await listComments(db, filter, async (comment) => {
      if (json) await writeOut(`${JSON.stringify(asJson(comment))}\n`)
      else rows.push(asRow(comment))
    })
    const titles = [head, 'STATE', 'WHY', 'WRITTEN', 'ARTICLE', 'BY', 'BEGINS']
    if (!json) await writeOut(`${table([titles, ...rows])}\n`)
  })
}

async function show(code: string, { json }: { json: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const comment = await findComment(db, code)
    if (comment === null) throw new Failure(noSuch(code))
    if (json) return writeOut(`${JSON.stringify(asJson(comment))}\n`)
    const { state, heldFor, article, answers, author, customer, createdAt, locale, reason, content } = comment
    const lines = [
      `${comment.code}  ${state}${heldFor === null ? '' : ` (${heldFor})`}  ${createdAt.toISOString()}  ${locale}`,
      `Article: ${article}`,
      ...(answers === null ? [] : [`Answers: ${answers}`]),
      `By: ${author}${customer === null ? '' : ` (customer ${customer})`}`,
      ...(reason === null ? [] : [`Refused: ${reason}`]),
      '',
      content,
    ]
    await writeOut(`${lines.map(printable).join('\n')}\n`)
  })
}

function publish(codes: string[], flags: ManyFlags): Promise<void> {
  return decide(codes, flags, (work, code) => publishComment(work, code))
}

function refuse(codes: string[], flags: ManyFlags & { reason: string }): Promise<void> {
  return decide(codes, flags, (work, code) => refuseComment(work, code, flags.reason))
}

async function decide(
  given: string[],
  flags: ManyFlags,
  action: (work: ModerationWork, code: string) => ReturnType<typeof publishComment>,
): Promise<void> {
  const codes = await readNames(given, flags.file, named)
  await withModeration(async (work) =>
    withEach(codes, flags, 'comment', async (code): Promise<Done> => {
      const decided = await action(work, code)
      if (!decided.ok) return { ok: false, reason: faultText(code, decided.problem) }
      const { state } = decided.value
      return {
        ok: true,
        json: { comment: decided.value.code, state },
        text: `${decided.value.code}: ${state}`,
      }
    }),
  )
}

async function answer(code: string, { text, json }: { text: string; json: boolean }): Promise<void> {
  await withModeration(async (work) => {
    // Before somebody types an answer to nobody.
    if ((await findComment(work.db, code)) === null) throw new Failure(noSuch(code))
    const answered = await answerComment(work, code, await readText(text))
    if (!answered.ok) throw new Failure(faultText(code, answered.problem))
    const { code: added, article, answers } = answered.value
    await writeOut(
      json
        ? `${JSON.stringify({ comment: added, article, answers })}\n`
        : `${added}: answers ${answers ?? ''} below ${article}\n`,
    )
  })
}

async function readText(file: string): Promise<string> {
  if (file === '-' && process.stdin.isTTY) say('Type the answer; Ctrl-D ends it.')
  return readFile(file === '-' ? '/dev/stdin' : operatorPath(file), 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} cannot be read: ${whyUnreadable(error)}`)
  })
}

async function remove(given: string[], flags: ManyFlags & { yes: boolean }): Promise<void> {
  const codes = await readNames(given, flags.file, named)
  await withShop(async ({ db }) => {
    await confirmed(`Delete ${counted(codes.length, 'comment')} for good?`, flags)
    await withEach(codes, flags, 'comment', async (code): Promise<Done> => {
      if (!(await removeComment(db, code))) return { ok: false, reason: noSuch(code) }
      return { ok: true, json: { comment: code, deleted: true }, text: `${code}: deleted` }
    })
  })
}

function withModeration(command: (work: ModerationWork) => Promise<void>): Promise<void> {
  return withShop(async ({ config, db }) => {
    const ctxFor = await openWords({ config, db }, (await loadConfig(db)).document)
    await command({ db, now: new Date(), ctxFor })
  })
}

function faultText(code: string, fault: ModerationFault): string {
  switch (fault.name) {
    case 'not_found':
      return noSuch(code)
    case 'already':
      return `${code} is ${fault.state} already`
    case 'not_shown':
      return `${code} is not shown, and so cannot be answered: it is ${fault.state}`
    case 'empty':
      return 'the answer is empty'
    case 'too_long':
      return `a text has at most ${fault.most} characters`
  }
}

function noSuch(code: string): string {
  return `the shop has no comment ${JSON.stringify(code)}`
}

function asJson({ id: _, articleId: __, customerId: ___, ...comment }: ModeratedRow): object {
  return comment
}

function asRow({ code, state, heldFor, createdAt, article, author, content }: ModeratedRow): string[] {
  return [code, state, heldFor ?? '', createdAt.toISOString(), article, printable(author), begins(content)]
}
