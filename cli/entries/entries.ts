import type { Command } from 'commander'
import { byWord } from '#domain/by-word.ts'
import type { EntryKind } from '#features/names/contract.ts'
import { entryPath } from '#features/names/contract.ts'
import { deleteEntry, settingsNaming, type Deletion, type DeletionFault } from '#transfer/entries/delete.ts'
import { filesOf, findEntries, listOf } from '#transfer/entries/entries.ts'
import { defaultLocale, langPath } from '#i18n/locales.ts'
import { shown } from '#wire/shown-text.ts'
import { confirmed } from '../confirm.ts'
import { counted, Failure, say, writeOut } from '../terminal.ts'
import { addCouponCommands, slugOfCoupon } from './coupons.ts'
import { describeEntry } from './describe.ts'
import { changeEntries, importFaultText, withEntries, type EntryShop } from './work.ts'

/** How an entry of a kind is called in commands; an inquiry form is a form, since inquiries are what visitors wrote. */
const nouns = {
  product: { kind: 'product', many: 'products' },
  category: { kind: 'category', many: 'categories' },
  collection: { kind: 'collection', many: 'collections' },
  tag: { kind: 'tag', many: 'tags' },
  article: { kind: 'article', many: 'articles' },
  page: { kind: 'page', many: 'pages' },
  promotion: { kind: 'promotion', many: 'promotions' },
  coupon: { kind: 'coupon', many: 'coupons' },
  form: { kind: 'inquiry', many: 'inquiry forms' },
} as const satisfies Record<string, { kind: EntryKind; many: string }>
type Noun = keyof typeof nouns

interface Flags {
  json: boolean
}

/** `violet product show|hide|unhide|delete`, and the same of every other kind of entry. */
export function addEntries(program: Command): void {
  for (const noun of Object.keys(nouns) as Noun[]) addNoun(program, noun)
}

function addNoun(program: Command, noun: Noun): void {
  const { many } = nouns[noun]
  const hides = noun !== 'tag'
  const verbs = hides ? 'see, hide and delete' : 'see and delete'
  const command = program
    .command(noun)
    .description(
      noun === 'coupon' ? 'add, list, end, see, hide and delete coupons' : `${verbs} ${many}, one at a time`,
    )
  if (noun === 'coupon') addCouponCommands(command)
  const one = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .argument('<slug>', noun === 'coupon' ? 'its code, or its address' : 'its address, as in its URL')

  one('show', `show one ${noun}`)
    .option('--json', 'print it as a file that can be changed and imported again', false)
    .action((slug: string, flags: Flags) => show(noun, slug, flags))

  if (hides) {
    one('hide', `take a ${noun} off the shop, and keep it; its URL answers 410`)
      .option('--json', 'print the result as JSON', false)
      .action((slug: string, flags: Flags) => setVisible(noun, slug, false, flags))
    one('unhide', `put a hidden ${noun} on the shop again`)
      .option('--json', 'print the result as JSON', false)
      .action((slug: string, flags: Flags) => setVisible(noun, slug, true, flags))
  }

  one('delete', `delete a ${noun} for good, with what belongs to it; its URL answers 410`)
    .option('--yes', 'do not ask', false)
    .option('--dry-run', 'say what would go with it, and keep everything', false)
    .option('--json', 'print the result as JSON', false)
    .action((slug: string, flags: DeleteFlags) => remove(noun, slug, flags))
}

async function show(noun: Noun, given: string, { json }: Flags): Promise<void> {
  await withEntries(async (shop) => {
    const { kind } = nouns[noun]
    const entry = await knownEntry(shop, noun, given)
    const [file] = filesOf({ [listOf(kind)]: [entry] })
    const path = entryPath(kind, entry.slug, shop.document.router, langPath(defaultLocale))
    const where = `${shop.config.publicUrl ?? ''}${path}`
    await writeOut(json ? `${JSON.stringify(file, null, 2)}\n` : `${describeEntry(noun, entry, where)}\n`)
  })
}

async function setVisible(noun: Noun, given: string, visible: boolean, { json }: Flags): Promise<void> {
  await withEntries(async (shop) => {
    const { slug, visible: before } = await knownEntry(shop, noun, given)
    const changed = before !== visible
    if (changed) await changeEntries(shop, { [listOf(nouns[noun].kind)]: [{ slug, visible }] })
    const was = changed ? '' : ' already'
    const settings = visible ? [] : await settingsNaming(shop.db, nouns[noun].kind, slug, shop.document)
    await writeOut(
      json
        ? `${JSON.stringify({ [noun]: slug, visible, changed, ...(visible ? {} : { settings }) })}\n`
        : `${noun} ${slug} is ${visible ? 'shown' : 'hidden'}${was}\n`,
    )
    if (!json && settings.length > 0)
      say(`what names it lacks it now: ${settings.join(', ')} (violet config check says what follows)`)
  })
}

interface DeleteFlags extends Flags {
  yes: boolean
  dryRun: boolean
}

async function remove(noun: Noun, given: string, flags: DeleteFlags): Promise<void> {
  await withEntries(async (shop) => {
    const { db, config, document, now } = shop
    const { kind } = nouns[noun]
    const { slug } = await knownEntry(shop, noun, given)
    const options = { document, now, mediaDir: config.mediaDir }
    const looked = await deleteEntry(db, kind, slug, { ...options, dryRun: true })
    if (!looked.ok) throw new Failure(deletionFaultText(noun, slug, looked.problem))
    if (flags.dryRun) {
      await tell(noun, slug, looked.value, false, flags)
      return
    }
    const hint = noun === 'tag' ? '' : ` To take it off the shop and keep it: violet ${noun} hide ${slug}.`
    await confirmed(`Delete ${whatGoes(noun, slug, looked.value)} for good?${hint}`, flags)
    const deleted = await deleteEntry(db, kind, slug, { ...options, dryRun: false })
    if (!deleted.ok) throw new Failure(deletionFaultText(noun, slug, deleted.problem))
    await tell(noun, slug, deleted.value, true, flags)
  })
}

async function tell(
  noun: Noun,
  slug: string,
  deletion: Deletion,
  deleted: boolean,
  { json }: Flags,
): Promise<void> {
  if (json) return writeOut(`${JSON.stringify({ deleted, [noun]: slug, ...deletion })}\n`)
  const { changed, pictures } = deletion
  const others =
    changed.length === 0
      ? ''
      : `\n${deleted ? 'named it, and do no more' : 'name it, and would no more'}: ${changed.slice(0, mostNamed).join(', ')}${changed.length > mostNamed ? ` and ${counted(changed.length - mostNamed, 'more', 'more')}` : ''}`
  const what = whatGoes(noun, slug, deletion)
  await writeOut(
    deleted
      ? `deleted: ${what}${pictures === null || pictures === 0 ? '' : `, ${counted(pictures, 'picture')}`}${others}\n`
      : `a dry run: ${what} would be deleted, and pictures that nothing else shows${others}\n`,
  )
}

const mostNamed = 20

/** "the product dusk-lamp with 2 SKUs, 3 reviews" */
function whatGoes(noun: Noun, slug: string, deletion: Deletion): string {
  const parts = Object.entries(deletion.with).map(([what, count]) => counted(count, what, plural(what)))
  return `the ${noun} ${slug}${parts.length === 0 ? '' : ` with ${parts.join(', ')}`}`
}

/** "claims by customers", "lines in carts", "former addresses" */
function plural(what: string): string {
  return irregular[what] ?? `${what}s`
}

const irregular = byWord({
  'use by an order': 'uses by orders',
  'claim by a customer': 'claims by customers',
  'line in carts': 'lines in carts',
  'former address': 'former addresses',
})

function deletionFaultText(noun: Noun, slug: string, fault: DeletionFault): string {
  switch (fault.name) {
    case 'not_found':
      return noSuch(noun, slug)
    case 'needed':
      return `the ${noun} ${slug} cannot be deleted: ${fault.by.join(', ')} ${fault.by.length === 1 ? 'needs' : 'need'} it${noun === 'tag' ? '' : `; violet ${noun} hide ${slug} takes it off the shop`}`
    case 'unchangeable':
      return `the ${noun} ${slug} was not deleted: ${fault.entry} names it and cannot be changed: ${fault.reason}`
    default:
      return importFaultText(fault)
  }
}

async function knownEntry(shop: EntryShop, noun: Noun, given: string): Promise<Known> {
  const { kind } = nouns[noun]
  const slug = kind === 'coupon' ? await slugOfCoupon(shop, given) : given
  const [entry] = slug.includes('\0') ? [] : await findEntries(shop.db, kind, [slug])
  if (entry === undefined) throw new Failure(noSuch(noun, given))
  return entry as Known
}

interface Known {
  slug: string
  /** Absent of a tag. */
  visible?: boolean
}

function noSuch(noun: Noun, slug: string): string {
  return `the shop has no ${noun} ${shown(slug)}`
}
