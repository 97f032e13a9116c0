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
  const left = payouts.filter(({ status }) => status !== 'done')
  if (left.length === 0) {
    const last = payouts.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
    const date = formatDate(new Date(Math.max(...last)), lang, shop.shop.delivery?.timeZone)
    return t('return.next.completed_sent', { date })
  }
  const byPerson = left.filter(waitsForPerson)
  if (byPerson.length === 0) return t('return.next.completed')
  const amount = byPerson.reduce((sum, payout) => sum + payout.amount, 0)
  return t('order.mail.back.by_hand', { amount: formatMoney(amount, currency, lang) })
}

/** No provider can send it, or its bank has refused it. */
function waitsForPerson({ status, isByHand }: ReturnPayout): boolean {
  return status === 'failed' || (status === 'pending' && isByHand)
}
