import type { Command } from 'commander'
import { orderEventKinds, type OrderEventKind } from '#features/orders/events.ts'
import { mailAgain } from '#features/orders/shop/mail-again.ts'
import type { OrderRow } from '#features/orders/shop/read.ts'
import { openWords } from '../entries/words.ts'
import { Failure } from '../terminal.ts'
import { onOrders, type ManyFlags } from './order-bulk.ts'
import { noSuchOrder, sayResult, whole, type OrderShop } from './order-shop.ts'

interface MailFlags extends ManyFlags {
  yes: boolean
  parcel?: number
}

/** `violet orders mail` */
export function addOrderMails(orders: Command): void {
  orders
    .command('mail')
    .description('write a mail about an order once more, from the order as it is now')
    .argument('<words...>', 'numbers of orders, then what it is about: placed, paid, shipped, edited, …')
    .option('--file <file>', 'many orders: their numbers, one in each line; - for standard input')
    .option('--parcel <number>', 'of the mails about parcels that of this one, instead of the last', whole)
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      [
        '',
        'A letter that was sent is sent again as it was by `violet mail resend`.',
        '',
        'Examples: violet orders mail K7M2N-9QXD4 placed',
        '          violet orders mail shipped --file numbers.txt --yes',
      ].join('\n'),
    )
    .action((words: string[], flags: MailFlags) => {
      const about = words.at(-1) ?? ''
      const kind = orderEventKinds.find((one) => one === about)
      if (kind === undefined)
        throw new Failure(
          `${JSON.stringify(about)} is nothing that happens to an order: ${orderEventKinds.join(', ')}`,
        )
      return onOrders(words.slice(0, -1), flags, {
        question: (all) => `Mail the shoppers of ${all} about ${kind}?`,
        act: (work, order, own) => mail(work, order, kind, own),
      })
    })
}

async function mail(work: OrderShop, order: OrderRow, kind: OrderEventKind, flags: MailFlags): Promise<void> {
  const { number } = order
  const ctxFor = await openWords(work, work.shop)
  const written = await mailAgain({ ...work, ctxFor }, number, kind, flags.parcel ?? null)
  if (written.ok) {
    const { to, subject } = written.value
    return sayResult(
      flags.json,
      { order: number, about: kind, to, subject },
      `${number}: the mail to ${to} is in line (violet mail list)`,
    )
  }
  switch (written.problem.name) {
    case 'unknown_order':
      throw noSuchOrder(number)
    case 'not_happened':
      throw new Failure(
        flags.parcel === undefined
          ? `${number} was never ${kind}`
          : `no parcel ${flags.parcel} of ${number} was ${kind}`,
      )
    case 'no_letter':
      throw new Failure(`the shopper of ${number} gets no mail about ${kind}, as the order stands`)
  }
}
