import type { Command } from 'commander'
import { listSubscribers, type Subscriber } from '#features/newsletter/actions.ts'
import { withShop } from './shop.ts'
import { table, writeOut } from './terminal.ts'

export function addNewsletter(program: Command): void {
  program
    .command('newsletter')
    .description('see who asked for the newsletter')
    .command('list')
    .description('list all subscribers, in the order they came')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)
}

async function list(flags: { json: boolean }): Promise<void> {
  await withShop(async ({ db }) => {
    const subscribers: Subscriber[] = []
    await listSubscribers(db, (subscriber) => void subscribers.push(subscriber))
    if (flags.json) for (const subscriber of subscribers) await writeOut(`${JSON.stringify(subscriber)}\n`)
    else {
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
