import type { OrderStatus, PayStatus } from '#domain/order.ts'

/** What of a customer's orders is listed. */
export interface ListFilter {
  status: OrderStatus | null
  payStatus: PayStatus | null
  q: string
  page: number
}

const statuses = ['in_progress', 'completed', 'cancelled', 'pending_cancellation'] as const
const payStatuses = ['unpaid', 'paid'] as const
const mostLetters = 80

/** The filter in a page's query; what nobody can have meant filters nothing. */
export function readListFilter(query: URLSearchParams): ListFilter {
  const page = Number(query.get('page') ?? 1)
  return {
    status: statuses.find((one) => one === query.get('status')) ?? null,
    payStatus: payStatuses.find((one) => one === query.get('payStatus')) ?? null,
    q: (query.get('q') ?? '').trim().slice(0, mostLetters),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
