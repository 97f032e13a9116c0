import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { z } from 'zod'
import { own } from '#domain/by-word.ts'
import { createOrderByShop, type CreateFault, type OrderWish } from '#features/checkout/shop/create-order.ts'
import { findForShop } from '#features/customer/shop/customers.ts'
import { address } from '#features/postal/contract.ts'
import { htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import { confirmed } from '../confirm.ts'
import { nameOf, readText } from '../files/read-rows.ts'
import { counted, exitCodes, Failure } from '../terminal.ts'
import { amountOf, readAmount, sayResult, withOrders, type OrderShop } from './order-shop.ts'
import { withTill } from './order-till.ts'

/** As it stands in the file: docs/orders.md, "Orders that the operator writes". */
const written = z
  .strictObject({
    key: z
      .string()
      .regex(/^[\w.-]{1,80}$/, '1 to 80 letters, digits, ".", "_" and "-"')
      .optional(),
    customer: z.string().min(1).optional(),
    email: z.email().max(254).optional(),
    locale: z.string().refine(isLocale, 'a language of the shop, as en or zh').default('en'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    address,
    billing: address.nullable().default(null),
    note: z.string().trim().max(1000).default(''),
    lines: z
      .array(
        z.strictObject({
          sku: z.string().min(1),
          quantity: z.int().min(1).max(999_999),
          price: z.string().nullable().default(null),
        }),
      )
      .min(1)
      .max(500),
    coupons: z.array(z.string().min(1)).max(20).default([]),
    promotions: z.boolean().default(true),
    shipping: z.string().nullable().default(null),
    payment: z.string().nullable().default(null),
    discount: z
      .strictObject({ amount: z.string(), reason: z.string().trim().min(1).max(500) })
      .nullable()
      .default(null),
  })
  .refine(({ customer, email }) => customer !== undefined || email !== undefined, 'say customer or email')

type Written = z.output<typeof written>

/** `violet orders create` */
export function addOrderCreation(orders: Command): void {
  orders
    .command('create')
    .description('write orders for somebody; each shopper gets the mail with the link to pay')
    .argument('<file>', 'JSON: an order, a list of orders, or one in each line; - for standard input')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON, one object in each line', false)
    .addHelpText('after', example)
    .action(create)
}

const example = `
Example of an order; price, discount, billing, note, coupons, shipping, payment and locale may be left out:

  {"key": "phone-17", "email": "ada@example.com", "locale": "en", "currency": "USD",
   "address": {"firstName": "Ada", "lastName": "Byron", "line1": "Torstraße 1", "postcode": "10119",
               "city": "Berlin", "country": "DE", "countryCode": "+49", "phone": "30901820"},
   "lines": [{"sku": "stool-sage", "quantity": 2, "price": "45.00"}],
   "shipping": "courier", "payment": "transfer", "discount": {"amount": "5.00", "reason": "by phone"}}

An order with a key is written once, however often its file is read. "customer" (number, email or mobile number)
makes it a customer's.`

interface Flags {
  json: boolean
  yes: boolean
}

async function create(file: string, flags: Flags): Promise<void> {
  const orders = readOrders(await readText(file), nameOf(file))
  await confirmed(`Write ${counted(orders.length, 'order')} and mail the shoppers?`, flags)
  await withOrders(async (work) => {
    let failed = 0
    for (const [index, order] of orders.entries()) {
      const name = order.key ?? `order ${index + 1}`
      try {
        await createOne(work, order, flags)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (orders.length === 1) throw error
        failed += 1
        const { message } = error
        await sayResult(flags.json, { key: order.key ?? null, error: message }, `${name}: failed: ${message}`)
      }
    }
    if (failed > 0)
      throw new Failure(
        `${failed} of ${counted(orders.length, 'order')} failed`,
        failed === orders.length ? exitCodes.failed : exitCodes.partly,
      )
  })
}

/** All are read before the first is written. */
function readOrders(text: string, name: string): Written[] {
  const found = documentsOf(text, name)
  if (found.length === 0) throw new Failure(`${name} has no orders`)
  const orders = found.map((value, index) => {
    const read = written.safeParse(value)
    if (read.success) return read.data
    const [issue] = read.error.issues
    const place = [`order ${index + 1}`, ...(issue?.path ?? [])].join('.')
    throw new Failure(`${name}: ${place}: ${issue?.message ?? 'cannot be read'}`)
  })
  if (orders.length > 1 && orders.some(({ key }) => key === undefined))
    throw new Failure(`${name}: each of several orders needs a key, so that none is written twice`)
  return orders
}

function documentsOf(text: string, name: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text)
    return Array.isArray(whole) ? whole : [whole]
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      if (lines.length > 1) return lines.map((line): unknown => JSON.parse(line))
    } catch {
      // Neither one document nor one in each line: the first error says where.
    }
    throw new Failure(
      `${name} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function createOne(shop: OrderShop, order: Written, { json }: Flags): Promise<void> {
  const currency = order.currency ?? shop.shop.shop.baseCurrency
  const { customer, email } = await buyerOf(shop, order)
  const wish: OrderWish = {
    ...order,
    key: order.key ?? randomUUID(),
    customer,
    email,
    lines: order.lines.map((line) => ({
      ...line,
      price: line.price === null ? null : readAmount(line.price, currency),
    })),
    discount: order.discount && {
      amount: readAmount(order.discount.amount, currency),
      reason: order.discount.reason,
    },
  }
  const locale = order.locale as Locale
  await withTill(shop, { locale, currency }, async (till) => {
    const made = await createOrderByShop({ ...till, lang: htmlLang(locale), now: new Date() }, wish)
    if (!made.ok) throw createFailure(made.problem, currency, choicesOf(wish, shop))
    const { number, isNew, total, toPay } = made.value
    await sayResult(
      json,
      { order: number, key: order.key ?? null, isNew, total, toPay, currency },
      isNew && toPay !== null
        ? `${number}: written for ${email}, ${amountOf(toPay, currency)} to pay`
        : `${number}: this key has its order already`,
    )
  })
}

async function buyerOf(
  { db }: OrderShop,
  { customer: given, email }: Written,
): Promise<{ customer: number | null; email: string }> {
  if (given === undefined) return { customer: null, email: email! }
  const customer = await findForShop(db, given)
  if (customer === null) throw new Failure(`there is no customer ${JSON.stringify(given)}`)
  if (customer.closedAt !== null) throw new Failure(`the account of customer ${given} is closed`)
  const own = email ?? customer.email
  if (own === null) throw new Failure(`customer ${given} has no email address: say one by "email"`)
  return { customer: customer.id, email: own }
}

/** Field → why what was chosen for it is none, in the operator's words: the shopper's speak of a form. */
function choicesOf(
  { shipping, payment }: OrderWish,
  { shop: { sales } }: OrderShop,
): Readonly<Record<string, string>> {
  const why = (chosen: string | null, methods: readonly { code: string }[]): string => {
    const choice = chosen === null ? 'none is' : `${JSON.stringify(chosen)} is not`
    return `${choice} offered for this order; the shop has ${methods.map(({ code }) => code).join(', ') || 'none of its own'}`
  }
  return { shippingMethod: why(shipping, sales.shipping), paymentMethod: why(payment, sales.payment) }
}

function createFailure(
  problem: CreateFault,
  currency: string,
  choices: Readonly<Record<string, string>>,
): Failure {
  switch (problem.name) {
    case 'incomplete':
      return new Failure(
        Object.entries(problem.fields)
          .map(([field, what]) => `${field}: ${own(choices, field) ?? what}`)
          .join('; '),
      )
    case 'not_for_sale':
      return new Failure(`${problem.sku} cannot be bought in ${currency}: ${problem.why.replace('_', ' ')}`)
    case 'twice':
      return new Failure(`${problem.sku} is in two lines: make one of them`)
    case 'coupon':
      return new Failure(`the coupon ${problem.code} does not apply`)
    case 'discount':
      return new Failure(`the discount is more than the goods: ${amountOf(problem.left, currency)}`)
    case 'out_of_stock':
      return new Failure(`not enough units are there of ${problem.skus.join(', ')}`)
    case 'coupon_used_up':
      return new Failure('the coupon was used as often as it may be')
    case 'coupon_used_by_you':
      return new Failure('the shopper has used the coupon as often as it may be')
    case 'credit_changed':
    case 'too_many_orders':
    case 'too_many_at_once':
    case 'too_many_unpaid':
      return new Failure(`the order was refused: ${problem.name}`)
  }
}
