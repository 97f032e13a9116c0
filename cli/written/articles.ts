import { Option, type Command } from 'commander'
import {
  findRevision,
  htmlOfRevision,
  listRevisions,
  publishRevision,
  refuseRevision,
  removeArticle,
  type PublishFault,
  type PublishWork,
  type RevisionRow,
} from '#features/content/shop/articles.ts'
import { publicName } from '#domain/person/public-name.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import { confirmed } from '../confirm.ts'
import { openWords } from '../entries/words.ts'
import { readNames, takesMany, withEach, type Done, type ManyFlags, type Named } from '../many.ts'
import { withShop } from '../shop.ts'
import { counted, Failure, printable, table, writeOut } from '../terminal.ts'

const head = 'NUMBER'
const named: Named = { one: 'an article', columns: ['number', 'id', 'article'] }

export function addArticles(program: Command): void {
  const articles = program
    .command('articles')
    .description('read what customers write, and publish it (your own: violet article)')

  articles
    .command('list')
    .description('list articles that wait to be published, oldest first')
    .addOption(
      new Option('--state <state>', 'others than those that wait')
        .choices(['submitted', 'refused', 'published', 'all'])
        .default('submitted'),
    )
    .option('--all', 'those that were decided, too: as --state all', false)
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  articles
    .command('show')
    .description('show the text of one, as it was written')
    .argument('<number>', 'as in the list')
    .option('--html', 'as readers will see it', false)
    .option('--json', 'print it as JSON', false)
    .action(show)

  takesMany(
    articles
      .command('publish')
      .description('publish exactly the text of this number; its author gets a mail'),
    'number',
  ).action(publish)

  takesMany(
    articles
      .command('refuse')
      .description('give an article back to its author, who gets a mail; what readers see stays'),
    'number',
  )
    .option('--reason <text>', 'in the words of the mail', '')
    .action(refuse)

  takesMany(
    articles
      .command('delete')
      .description('delete the article of this number for its author and its readers, with its comments'),
    'number',
  )
    .option('--yes', 'do not ask', false)
    .action(remove)
}

type State = RevisionRow['state']

interface ListFlags {
  state: State | 'all'
  all: boolean
  json: boolean
}

async function list({ state, all, json }: ListFlags): Promise<void> {
  await withShop(async ({ db, config }) => {
    const rows: string[][] = []
    const origin = await shopOrigin(db, config)
    await listRevisions(db, all || state === 'all' ? null : state, async (revision) => {
      if (json) await writeOut(`${JSON.stringify(asJson(revision, origin))}\n`)
      else rows.push(asRow(revision))
    })
    const titles = [head, 'STATE', 'WRITTEN', 'ADDRESS', 'CHANGES', 'BY', 'TITLE']
    if (!json) await writeOut(`${table([titles, ...rows])}\n`)
  })
}

async function show(given: string, { html, json }: { html: boolean; json: boolean }): Promise<void> {
  await withShop(async ({ db, config }) => {
    const id = numberIn(given)
    const revision = id === null ? null : await findRevision(db, id)
    if (revision === null) throw new Failure(noSuch(given))
    if (json) return writeOut(`${JSON.stringify(asJson(revision, await shopOrigin(db, config)))}\n`)
    const { state, slug, locale, writtenAt, isChange, reason, title, content, customer } = revision
    const lines = [
      `${revision.id}  ${state}  ${writtenAt.toISOString()}  ${locale}`,
      `Address: ${slug}${isChange ? ' (readers see an earlier text)' : ''}`,
      `By: ${publicName(customer)} (customer ${customer.number})`,
      ...(reason === null ? [] : [`Refused: ${reason}`]),
      '',
      title,
      '',
      html ? htmlOfRevision(revision) : content,
    ]
    await writeOut(`${lines.map(printable).join('\n')}\n`)
  })
}

function publish(numbers: string[], flags: ManyFlags): Promise<void> {
  return decide(numbers, flags, (work, id) => publishRevision(work, id))
}

function refuse(numbers: string[], flags: ManyFlags & { reason: string }): Promise<void> {
  return decide(numbers, flags, (work, id) => refuseRevision(work, id, flags.reason))
}

async function decide(
  given: string[],
  flags: ManyFlags,
  action: (work: PublishWork, id: number) => ReturnType<typeof publishRevision>,
): Promise<void> {
  const numbers = await readNames(given, flags.file, named)
  await withShop(async ({ config, db }) => {
    const ctxFor = await openWords({ config, db }, (await loadConfig(db)).document)
    await withEach(numbers, flags, 'article', async (number): Promise<Done> => {
      const id = numberIn(number)
      const decided =
        id === null
          ? ({ ok: false, problem: { name: 'not_found' } } as const)
          : await action({ db, now: new Date(), ctxFor }, id)
      if (!decided.ok) return { ok: false, reason: faultText(number, decided.problem) }
      const { state, slug } = decided.value
      return { ok: true, json: { article: id, state, slug }, text: `${number}: ${slug} is ${state}` }
    })
  })
}

async function remove(given: string[], flags: ManyFlags & { yes: boolean }): Promise<void> {
  const numbers = await readNames(given, flags.file, named)
  await withShop(async ({ db }) => {
    const question = `Delete ${counted(numbers.length, 'article')} for good, for the author and for readers?`
    await confirmed(question, flags)
    await withEach(numbers, flags, 'article', async (number): Promise<Done> => {
      const id = numberIn(number)
      const removed = id === null ? null : await removeArticle(db, id)
      if (removed === null || !removed.ok) return { ok: false, reason: noSuch(number) }
      const { slug } = removed.value
      return { ok: true, json: { article: id, slug, deleted: true }, text: `${number}: ${slug} deleted` }
    })
  })
}

function numberIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function faultText(number: string, fault: PublishFault): string {
  switch (fault.name) {
    case 'not_found':
      return noSuch(number)
    case 'not_waiting':
      return `${number} does not wait: it is ${fault.state}`
    case 'slug_taken':
      return `${number} cannot be published: the shop has an article at ${fault.slug}; refuse it, and ask for another address`
    case 'too_long':
      return `a reason has at most ${fault.most} characters`
  }
}

function noSuch(number: string): string {
  return `no article ${JSON.stringify(number)} waits; its author may have changed it: violet articles list`
}

function asJson({ pictures, pictureId: _, articleId: __, ...revision }: RevisionRow, origin: string): object {
  return { ...revision, pictures: pictures.map(({ key }) => `${origin}${mediaUrl(key, 1440, 'jpg')}`) }
}

function asRow({ id, state, writtenAt, slug, isChange, customer, title }: RevisionRow): string[] {
  const by = printable(publicName(customer))
  return [String(id), state, writtenAt.toISOString(), slug, isChange ? 'yes' : 'no', by, printable(title)]
}
