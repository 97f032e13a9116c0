import type { Command } from 'commander'
import { listSubscribers, type Subscriber } from '#features/newsletter/shop.ts'
import { unsubscribeUrl } from '#features/newsletter/actions.ts'
import { loadConfig } from '#features/shop/actions.ts'
import { shopOrigin } from '#features/shop/origin.ts'
import { isLocale, langPath } from '#i18n/locales.ts'
import { withShop } from './shop.ts'
import { table, writeOut } from './terminal.ts'

export function addNewsletter(program: Command): void {
  program
    .command('newsletter')
    .description('see who asked for the newsletter')
    .command('list')
    .description('list all subscribers, in the order they came')
    .option('--json', 'print one JSON object in each line, each with the address that unsubscribes', false)
    .action(list)
}

async function list(flags: { json: boolean }): Promise<void> {
  await withShop(async ({ config, db }) => {
    const subscribers: Subscriber[] = []
    const { document } = await loadConfig(db)
    const origin = await shopOrigin(db, config)
    await listSubscribers(db, async ({ id, ...subscriber }) => {
      if (!flags.json) return void subscribers.push(subscriber)
      // Whatever sends the letter must put this link into it.
      const path = isLocale(subscriber.locale) ? langPath(subscriber.locale) : ''
      const unsubscribe = await unsubscribeUrl({ db, origin, router: document.router }, id, path)
      await writeOut(`${JSON.stringify({ ...subscriber, unsubscribe })}\n`)
    })
    if (!flags.json) {
      const cells = subscribers.map(({ email, state, locale, createdAt }) => [
        email,
        state,
        locale,
        createdAt.toISOString(),
      ])
      await writeOut(`${table([['EMAIL', 'STATE', 'LANGUAGE', 'SINCE'], ...cells])}\n`)
    }
  })
}
