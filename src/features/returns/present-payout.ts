import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ReturnPayout, ReturnRow } from './queries/read.ts'

type Paid = Pick<ReturnRow, 'payouts' | 'refundTo' | 'quote' | 'currency' | 'isAccountClosed'>
type Words = Pick<Ctx, 't' | 'lang' | 'shop'>

/** Minor units of what a return gave back that are in the store credit of an account which is closed. */
export function lostCredit(
  { payouts, isAccountClosed }: Pick<Paid, 'payouts' | 'isAccountClosed'>,
  total: number,
): number {
  return isAccountClosed ? Math.max(0, total - payouts.reduce((sum, { amount }) => sum + amount, 0)) : 0
}

/** That nobody can spend it; null where nothing is lost. */
export function lostText(row: Paid, total: number, { t, lang }: Pick<Words, 't' | 'lang'>): string | null {
  const lost = lostCredit(row, total)
  return lost === 0
    ? null
    : t('order.mail.back.credit_closed', { amount: formatMoney(lost, row.currency, lang) })
}

/** What becomes of the money of a return that is completed. */
export function payoutText(row: Paid, words: Words): string {
  const lost = lostText(row, row.quote.total, words)
  if (lost === null) return sentText(row, words)
  return row.payouts.length === 0 ? lost : `${sentText(row, words)} ${lost}`
}

function sentText({ payouts, refundTo, quote, currency }: Paid, { t, lang, shop }: Words): string {
  if (quote.total === 0) return t('return.next.completed_nothing')
  // Of an order that store credit has paid, all goes back to the balance, whichever way was chosen.
  if (refundTo === 'credit' || payouts.length === 0) return t('return.next.completed_credit')
  const parts = payouts.flatMap(partsOf)
  const left = parts.filter(({ status }) => status !== 'done')
  if (left.length === 0) {
    const last = parts.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
    const date = formatDate(new Date(Math.max(...last)), lang, shop.shop.delivery?.timeZone)
    return t('return.next.completed_sent', { date })
  }
  const byPerson = left.filter(waitsForPerson)
  if (byPerson.length === 0) return t('return.next.completed')
  const amount = byPerson.reduce((sum, payout) => sum + payout.amount, 0)
  return t('order.mail.back.by_hand', { amount: formatMoney(amount, currency, lang) })
}

/** A person still has to send money of it, and has to hear where to. */
export function waitsForAccount({ payouts }: Pick<ReturnRow, 'payouts'>): boolean {
  return payouts.flatMap(partsOf).some(waitsForPerson)
}

/** What of it was sent, and when. Minor units. */
export function sentParts({ payouts }: Pick<ReturnRow, 'payouts'>): { amount: number; at: Date }[] {
  return payouts
    .flatMap(partsOf)
    .flatMap(({ amount, status, doneAt }) =>
      status === 'done' && doneAt !== null ? [{ amount, at: new Date(doneAt) }] : [],
    )
}

type Part = Pick<ReturnPayout, 'amount' | 'status' | 'isByHand' | 'doneAt'>

/** One that was refused is what made it good, and what nobody has made good yet. */
function partsOf(payout: ReturnPayout): Part[] {
  const { repairs, amount } = payout
  const open = amount - repairs.reduce((sum, repair) => sum + repair.amount, 0)
  return [...repairs, ...(open === 0 ? [] : [{ ...payout, amount: open }])]
}

/** No provider can send it, or its bank has refused it. */
function waitsForPerson({ status, isByHand }: Part): boolean {
  return status === 'failed' || (status === 'pending' && isByHand)
}
