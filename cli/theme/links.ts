import type { Command } from 'commander'
import { linkDays, linkVersion, type DraftLink } from '#app/themes/draft-links.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import { removeLinks } from '#features/theming/queries/links.ts'
import { withShop, type Shop } from '../shop.ts'
import { counted, Failure, writeOut } from '../terminal.ts'
import { minuteOf } from './schedule.ts'
import { numberOf, requireVersion } from './version-number.ts'

/* Links by which colleagues see a version of the theme before shoppers do. */

export function addLinks(theme: Command): void {
  theme
    .command('link')
    .description('print a link that shows a version to whoever has it, and to nobody else')
    .argument('<version>', 'its number, of `theme list --versions`')
    .option('--days <days>', 'for how long the link is valid', String(linkDays.usual))
    .option('--json', 'print the result as JSON', false)
    .action(link)

  theme
    .command('unlink')
    .description('take back all links to a version: they show nothing any more')
    .argument('<version>', 'its number')
    .option('--json', 'print the result as JSON', false)
    .action(unlink)
}

async function link(version: string, { days: wanted, json }: { days: string; json: boolean }): Promise<void> {
  const [number, days] = [numberOf(version), daysOf(wanted)]
  const shown = await withShop(async (shop) => {
    await requireVersion(shop.db, number)
    return newLink(shop, { version: number, days }, new Date())
  })
  await writeOut(
    json ? `${JSON.stringify({ ok: true, theme: number, ...linkInJson(shown) })}\n` : linkInWords(shown),
  )
}

async function unlink(version: string, { json }: { json: boolean }): Promise<void> {
  const number = numberOf(version)
  const links = await withShop(async ({ db }) => {
    await requireVersion(db, number)
    return db.transact((tx) => removeLinks(tx, number))
  })
  await writeOut(
    json
      ? `${JSON.stringify({ ok: true, theme: number, links })}\n`
      : `${counted(links, 'link')} to version ${number} taken back\n`,
  )
}

/** A link to a version that is stored. */
export async function newLink(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  { version, days }: { version: number; days: number },
  now: Date,
): Promise<DraftLink> {
  return linkVersion(db, { version, days, origin: await shopOrigin(db, config) }, now)
}

export function linkInJson({ url, expiresAt }: DraftLink): object {
  return { link: url, until: expiresAt.toISOString() }
}

export function linkInWords({ url, expiresAt }: DraftLink): string {
  return `Whoever has this link sees it until ${minuteOf(expiresAt)}: ${url}\n`
}

export function daysOf(days: string): number {
  if (!/^[1-9]\d?$/.test(days) || Number(days) > linkDays.most)
    throw new Failure(`--days is a number from 1 to ${linkDays.most}`)
  return Number(days)
}
