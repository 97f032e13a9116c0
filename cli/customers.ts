import { randomUUID } from 'node:crypto'
import { InvalidArgumentError, type Command } from 'commander'
import { amountText, parseAmount } from '#domain/money.ts'
import {
  endFactorForShop,
  endSessionsForShop,
  eraseForShop,
  exportForShop,
  findForShop,
  giveCredit,
  listCustomers,
  type ListedCustomer,
  type ShownCustomer,
} from '#features/customer/shop/customers.ts'
import { mostCredit, type CreditFault } from '#features/credit/rules/change-credit.ts'
import { confirmed } from './confirm.ts'
import { withOrders, type OrderShop } from './orders/order-shop.ts'
import { counted, Failure, printable, table, writeOut } from './terminal.ts'

interface Flags {
  json: boolean
  yes: boolean
}

/** `violet customers list|show|export|end-sessions|end-factor|credit|erase` */
export function addCustomers(program: Command): void {
  const customers = program
    .command('customers')
    .description('see, export and erase customers, sign them out, give them credit')

  customers
    .command('list')
    .description('list customers, the newest first')
    .option('--search <text>', 'only those with this in name, e-mail address, mobile or customer number', '')
    .option('--after <number>', 'go on after this customer, the last of the list before')
    .option('--most <count>', 'how many at the most', positive, 100)
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  const named = (name: string, description: string): Command =>
    customers
      .command(name)
      .description(description)
      .argument('<customer>', 'its number, e-mail address or mobile number')

  named('show', 'show one customer').option('--json', 'print it as JSON', false).action(show)

  named('export', 'print all that the shop stores about a customer, as JSON')
    .option('--json', 'as it does anyway', false)
    .action(exportOne)

  named('end-sessions', 'sign a customer out everywhere')
    .option('--json', 'print the result as JSON', false)
    .action(endAll)

  named('end-factor', 'turn a customer’s second factor off, who has lost the app and the recovery codes')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(endFactor)

  named('credit', 'give a customer store credit; a negative amount takes it')
    .argument('<amount>', 'as 12.50; after -- where it is negative')
    .argument('<currency>', 'of the amount, as EUR')
    .requiredOption('--reason <text>', 'what the customer reads beside it', reason)
    .option('--key <key>', 'names this change: asked for again under the same key, it is made once')
    .option('--dry-run', 'say what would happen, and keep nothing', false)
    .option('--json', 'print the result as JSON', false)
    .action(credit)

  named('erase', 'delete what says who a customer is; its orders stay, as the books need them')
    .option('--yes', 'do not ask', false)
    .option('--json', 'print the result as JSON', false)
    .action(erase)
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

function reason(text: string): string {
  const given = text.trim()
  if (given === '' || given.length > 500) throw new InvalidArgumentError('It must have 1 to 500 characters.')
  return given
}

interface ListFlags {
  search: string
  after?: string
  most: number
  json: boolean
}

async function list({ search, after, most, json }: ListFlags): Promise<void> {
  await withOrders(async ({ db }) => {
    const before = after === undefined ? null : (await known(db, after)).id
    const cells: string[][] = []
    await listCustomers(db, { search: search.trim(), before, most }, async (customer) => {
      if (json) return writeOut(`${JSON.stringify(asJson(customer))}\n`)
      cells.push(
        [
          customer.number,
          stateOf(customer),
          customer.email ?? customer.mobile ?? '',
          `${customer.firstName} ${customer.lastName}`.trim(),
          String(customer.orders),
          moment(customer.createdAt),
        ].map(printable),
      )
    })
    if (!json)
      await writeOut(
        `${table([['NUMBER', 'STATE', 'ACCOUNT', 'NAME', 'ORDERS', 'SINCE (UTC)'], ...cells])}\n`,
      )
  })
}

async function show(given: string, { json }: Flags): Promise<void> {
  const customer = await withOrders(({ db }) => known(db, given))
  await writeOut(
    json ? `${JSON.stringify(asJson(customer))}\n` : `${describe(customer).map(printable).join('\n')}\n`,
  )
}

async function exportOne(given: string): Promise<void> {
  await withCustomer(given, async (work, { id }) =>
    writeOut(`${JSON.stringify(await exportForShop(work, id), null, 2)}\n`),
  )
}

async function endAll(given: string, { json }: Flags): Promise<void> {
  await withCustomer(given, async (work, { id, number }) => {
    const ended = await endSessionsForShop(work, id)
    await say(json, { customer: number, ended }, `${number}: ${counted(ended, 'session')} ended`)
  })
}

async function endFactor(given: string, flags: Flags): Promise<void> {
  await withCustomer(given, async (work, { id, number, email, mobile }) => {
    await confirmed(
      `Turn the second factor of ${number} (${email ?? mobile ?? 'no address'}) off, and sign it out everywhere? Whoever asks for this may not be its owner: see first that it is.`,
      flags,
    )
    if (!(await endFactorForShop(work, id))) throw new Failure(`${number} has no second factor`)
    await say(flags.json, { customer: number, ended: true }, `${number}: the second factor is off`)
  })
}

interface CreditFlags extends Flags {
  reason: string
  key?: string
  dryRun: boolean
}

async function credit(given: string, amount: string, code: string, flags: CreditFlags): Promise<void> {
  await withCustomer(given, async (work, { id, number, closedAt }) => {
    const currency = code.toUpperCase()
    const { baseCurrency, currencies } = work.shop.shop
    // What was given before the shop left a currency can still be taken back.
    const isKnown = currency === baseCurrency || currencies.some((one) => one.code === currency)
    if (!isKnown && !/^-/.test(amount)) throw new Failure(`the shop does not sell in ${currency}`)
    const minor = signedAmount(amount, currency)
    if (closedAt !== null) throw new Failure(`the account of ${number} is closed`)
    const change = {
      customer: id,
      currency,
      amount: minor,
      reason: flags.reason,
      key: flags.key ?? randomUUID(),
    }
    const done = await giveCredit(work, change, flags.dryRun)
    if (!done.ok) throw new Failure(creditFault(done.problem, number, currency))
    const { balance, isAgain } = done.value
    const left = moneyText(balance, currency)
    const dry = `a dry run: ${number} would ${minor < 0 ? 'lose' : 'be given'} ${moneyText(Math.abs(minor), currency)} and then have ${left}; nothing was kept`
    const isDry = flags.dryRun ? { applied: false } : {}
    await say(
      flags.json,
      { customer: number, currency, amount: minor, balance, isAgain, ...isDry },
      isAgain
        ? `${number}: done before, under this key; ${left} left`
        : flags.dryRun
          ? dry
          : `${number}: ${moneyText(minor, currency)}, ${left} left`,
    )
  })
}

function creditFault(problem: CreditFault, number: string, currency: string): string {
  switch (problem.name) {
    case 'too_little':
      return `${number} has ${moneyText(problem.balance, currency)}, and a balance is never below zero`
    case 'too_much':
      return `${tooMuch(currency)}; ${number} has ${moneyText(problem.balance, currency)}`
    case 'other_change':
      return `under this key ${moneyText(problem.amount, problem.currency)} was given before; another change needs another key`
  }
}

/** The bound, in words. */
function tooMuch(currency: string): string {
  return `one change is at most ${moneyText(mostCredit, currency)}, and so is a balance that it fills`
}

function moneyText(units: number, currency: string): string {
  return `${units < 0 ? '-' : ''}${amountText(Math.abs(units), currency)} ${currency}`
}

/** In minor units; fails for what is no amount, for nothing, and for more than can be counted. */
function signedAmount(text: string, currency: string): number {
  const minor = parseAmount(text.replace(/^-/, ''), currency)
  if (!minor.ok && minor.problem === 'too_large') throw new Failure(tooMuch(currency))
  if (!minor.ok || minor.value === 0)
    throw new Failure(`${JSON.stringify(text)} is not an amount in ${currency}`)
  return text.startsWith('-') ? -minor.value : minor.value
}

async function erase(given: string, flags: Flags): Promise<void> {
  await withCustomer(given, async (work, customer) => {
    const { id, number, closedAt, orders } = customer
    if (closedAt !== null) throw new Failure(`the account of ${number} is closed already`)
    const left = customer.credit
      .filter(({ balance }) => balance > 0)
      .map(({ balance, currency }) => moneyText(balance, currency))
    const lost = left.length === 0 ? '' : ` Store credit of ${left.join(' and ')} is lost.`
    const open =
      customer.openOrders === 0
        ? ''
        : ` ${counted(customer.openOrders, 'order')} under way ${customer.openOrders === 1 ? 'goes' : 'go'} on; store credit that comes back from there is lost, too.`
    await confirmed(
      `Erase ${number} (${customer.email ?? customer.mobile ?? 'no address'})? Its name, addresses, ways to sign in, cart, favourites, newsletter, alerts, inquiries and mails are deleted for good, and imports leave it out; ${counted(orders, 'order')} ${orders === 1 ? 'stays' : 'stay'} for the books, mails about orders for 30 to 90 days, its log for 30 days.${open}${lost}`,
      flags,
    )
    await eraseForShop(work, id)
    await say(flags.json, { customer: number, erased: true }, `${number}: erased`)
  })
}

async function withCustomer(
  given: string,
  command: (work: OrderShop, customer: ShownCustomer) => Promise<void>,
): Promise<void> {
  await withOrders(async (work) => command(work, await known(work.db, given)))
}

async function known(db: OrderShop['db'], given: string): Promise<ShownCustomer> {
  const customer = await findForShop(db, given)
  if (customer === null) throw new Failure(`the shop has no customer ${JSON.stringify(given)}`)
  return customer
}

function asJson<T extends { id: number }>({ id: _, ...customer }: T): object {
  return customer
}

function stateOf({ closedAt, isEmailProven, email, signedInAt }: ListedCustomer): string {
  if (closedAt !== null) return 'closed'
  return email !== null && !isEmailProven && signedInAt === null ? 'imported' : 'open'
}

function describe(customer: ShownCustomer): string[] {
  const { number, firstName, lastName, email, isEmailProven, mobile, locale, orders, addresses } = customer
  const { createdAt, signedInAt, closedAt, openSessions, hasPassword } = customer
  return [
    `${number}  ${stateOf(customer)}  ${`${firstName} ${lastName}`.trim()}  ${locale}`,
    `since ${moment(createdAt)}, ${signedInAt === null ? 'never signed in' : `last signed in ${moment(signedInAt)}`}`,
    ...(closedAt === null ? [] : [`closed ${moment(closedAt)}`]),
    `e-mail ${email === null ? 'none' : `${email}${isEmailProven ? '' : ' (not proven)'}`}, mobile ${mobile ?? 'none'}, ${hasPassword ? 'a password' : 'no password'}`,
    `${counted(orders, 'order')}, ${counted(addresses, 'address', 'addresses')}, ${counted(openSessions, 'session')}`,
    ...customer.credit.map(
      ({ currency, balance }) =>
        `store credit ${moneyText(balance, currency)}${closedAt === null ? '' : ', lost with the account'}`,
    ),
  ]
}

function moment(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}

function say(json: boolean, result: object, text: string): Promise<void> {
  return writeOut(json ? `${JSON.stringify(result)}\n` : `${text}\n`)
}
