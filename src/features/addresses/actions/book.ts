import { byWord } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { Address } from '#features/postal/contract.ts'
import { lockOwn } from '#features/account/rules/own-customer.ts'
import { missingOf, missingPhone } from '#features/postal/rules/missing.ts'
import { tidyPhone } from '#features/postal/rules/phone.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import type { Answer, Input, Output, Problem } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { findAddresses, insertAddress, makeDefault, removeAddress, updateAddress } from '../queries/book.ts'
import { isSameAddress, presentBook } from '../rules.ts'

/** As many as anybody needs: a list without an end is somebody else's memory. */
export const mostAddresses = 50

type Book = Output<typeof contract.listAddresses>

/** The customer's addresses, the default one first. */
export async function listAddresses(
  ctx: Ctx,
  _: Input<typeof contract.listAddresses>,
): Answer<typeof contract.listAddresses> {
  return ok(await bookOf(ctx, ctx.db, (await ctx.who()).customer!))
}

/** Keeps another address. The first one is the default, whatever the box says. */
export async function addAddress(
  ctx: Ctx,
  { address, isDefault }: Input<typeof contract.addAddress>,
): Answer<typeof contract.addAddress> {
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    const kept = await keepAddress(ctx, tx, customer, address)
    if (!kept.ok) return kept
    if (isDefault === 'on') await makeDefault(tx, customer, kept.value)
    return ok(await bookOf(ctx, tx, customer))
  })
}

/** Puts an address into the book, in a transaction of the caller's. Returns its id; once there, it is not added again. */
export async function keepAddress(
  ctx: Ctx,
  tx: Tx,
  customer: number,
  typed: Address,
): Promise<Result<number, Problem<typeof contract.addAddress>>> {
  const checked = check(ctx, typed)
  if (!checked.ok) return checked
  await lockOwn(tx, customer)
  const known = await findAddresses(tx, customer)
  // The button was pressed twice, or the address is in the book already.
  const same = known.find(({ address }) => isSameAddress(address, checked.value))
  if (same === undefined && known.length >= mostAddresses) return no({ name: 'too_many_addresses' })
  const id = same?.id ?? (await insertAddress(tx, customer, checked.value, ctx.now))
  if (known.length === 0) await makeDefault(tx, customer, id)
  return ok(id)
}

/** Changes an address. The default stays the default until another one is. */
export async function editAddress(
  ctx: Ctx,
  { id, address: typed, isDefault }: Input<typeof contract.editAddress>,
): Answer<typeof contract.editAddress> {
  const checked = check(ctx, typed)
  if (!checked.ok) return checked
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    if (!(await updateAddress(tx, customer, id, checked.value, ctx.now)))
      return no({ name: 'unknown_address' })
    if (isDefault === 'on') await makeDefault(tx, customer, id)
    return ok(await bookOf(ctx, tx, customer))
  })
}

/** Deletes an address. There is a default as long as there is any. */
export async function deleteAddress(
  ctx: Ctx,
  { id }: Input<typeof contract.deleteAddress>,
): Answer<typeof contract.deleteAddress> {
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    if (!(await removeAddress(tx, customer, id))) return no({ name: 'unknown_address' })
    const [first] = await findAddresses(tx, customer)
    if (first !== undefined && !first.isDefault) await makeDefault(tx, customer, first.id)
    return ok(await bookOf(ctx, tx, customer))
  })
}

/** Makes one of them the default. */
export async function setDefaultAddress(
  ctx: Ctx,
  { id }: Input<typeof contract.setDefaultAddress>,
): Answer<typeof contract.setDefaultAddress> {
  const customer = (await ctx.who()).customer!
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    const book = await findAddresses(tx, customer)
    if (!book.some((one) => one.id === id)) return no({ name: 'unknown_address' })
    await makeDefault(tx, customer, id)
    return ok(await bookOf(ctx, tx, customer))
  })
}

async function bookOf({ locale }: Ctx, db: Db, customer: number): Promise<Book> {
  return { addresses: presentBook(await findAddresses(db, customer), locale) }
}

/** In a checkout an address may be incomplete for a while; one that is kept can be sent to. */
function check(
  { t, locale }: Ctx,
  typed: Address,
): Result<Address, { name: 'address_incomplete'; fields: Record<string, string> }> {
  const address = tidyPhone(typed)
  const fields = byWord<string>()
  Object.assign(fields, missingOf('address', address, { t, locale }), missingPhone('address', address, { t }))
  return Object.keys(fields).length > 0 ? no({ name: 'address_incomplete', fields }) : ok(address)
}
