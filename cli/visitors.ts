import { InvalidArgumentError, type Command } from 'commander'
import { loadConfig } from '#features/shop/actions.ts'
import { countVisits } from '#features/visitor/shop.ts'
import type { ShopSettings } from '#wire/shop-config.ts'
import { withShop } from './shop.ts'
import { say, table, writeOut } from './terminal.ts'

interface Flags {
  days: number
  pages: number
  json: boolean
}

export function addVisitors(program: Command): void {
  program
    .command('visitors')
    .description('see how many came, and which pages they opened')
    .option('--days <count>', 'of so many days, today among them (90 are kept)', between(1, 90), 7)
    .option('--pages <count>', 'so many of the pages that most have seen', between(0, 1_000), 20)
    .option('--json', 'print one JSON object', false)
    .action(show)
}

async function show({ days, pages, json }: Flags): Promise<void> {
  await withShop(async ({ db }) => {
    const visits = await countVisits(db, new Date(), days, pages)
    const { statistics } = (await loadConfig(db)).document.shop
    if (json) return writeOut(`${JSON.stringify({ ...visits, statistics })}\n`)
    if (visits.days.length === 0)
      return say(
        `nobody was counted in ${days === 1 ? 'this day' : `these ${days} days`}: ${whyNobody[statistics]}`,
      )
    const byDay = visits.days.map(({ day, visitors, pages: opened, seconds }) => [
      day,
      String(visitors),
      String(opened),
      minutes(seconds),
    ])
    const byPage = visits.pages.map(({ path, visitors, seconds }) => [
      String(visitors),
      minutes(seconds),
      path,
    ])
    await writeOut(`${table([['DAY', 'VISITORS', 'PAGES', 'OPEN'], ...byDay])}\n`)
    if (byPage.length > 0) await writeOut(`\n${table([['VISITORS', 'OPEN', 'PAGE'], ...byPage])}\n`)
  })
}

const whyNobody: Record<ShopSettings['statistics'], string> = {
  ask: 'the setting shop.statistics is "ask", and only visitors who agree to it are counted. With "always" everybody is, which your page about privacy has to say',
  always:
    'the setting shop.statistics is "always", so nobody came but programs and browsers that object to it (Do Not Track, GPC)',
  off: 'the setting shop.statistics is "off". With "ask" visitors who agree are counted, with "always" all of them',
}

/** "2 h 05 min" */
function minutes(seconds: number): string {
  const whole = Math.round(seconds / 60)
  return whole < 60
    ? `${whole} min`
    : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}

function between(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (!Number.isInteger(count) || count < least || count > most)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    return count
  }
}
