import { randomBytes } from 'node:crypto'
import { no, ok } from '#domain/result.ts'
import { fullName } from '#domain/person/person-name.ts'
import { askFresh } from '#features/account/rules/fresh.ts'
import { lockOwn, ownCustomer } from '#features/account/rules/own-customer.ts'
import { hasWayIn } from '#features/account/rules/ways-in.ts'
import { findCustomer, type CustomerRow } from '#features/account/queries/customers.ts'
import { addEvent, type EventKind } from '#features/account/queries/events.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db, Tx } from '#platform/server/db/db.ts'
import { queueMail } from '#platform/server/jobs/outbox.ts'
import type { Answer, Input, Output } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { noticeLetter } from '../mails/notice-letter.ts'
import {
  handleOf,
  insertPasskey,
  lockPasskeys,
  namePasskey,
  passkeysOf,
  putHandle,
  removePasskey,
  type PasskeyRow,
} from '../queries/passkeys.ts'
import { challengeLife, newChallenge, spendChallenge } from '../rules/challenge.ts'
import { mayBeginAdding, tooManyTries } from '../rules/limits.ts'
import { managerOf } from '../rules/managers.ts'
import { rpIdOf } from '../rules/relying-party.ts'
import { algorithms, verifyMade } from '../rules/verify.ts'

/** Of one customer. */
const mostPasskeys = 50

type List = Output<typeof contract.listPasskeys>

/** The customer's passkeys, the first one first. */
export async function listPasskeys(
  ctx: Ctx,
  _: Input<typeof contract.listPasskeys>,
): Answer<typeof contract.listPasskeys> {
  const { customer } = (await ctx.who()).session!
  return ok(await readList(ctx, ctx.db, customer))
}

/** What a new passkey is made with, in this browser. */
export async function newPasskeyOptions(
  ctx: Ctx,
  { silent }: Input<typeof contract.newPasskeyOptions>,
): Answer<typeof contract.newPasskeyOptions> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer } = fresh.value
  if (!(await mayBeginAdding(ctx, customer))) return no(tooManyTries(ctx))
  const there = await passkeysOf(ctx.db, customer)
  if (there.length >= mostPasskeys) return no({ name: 'too_many_passkeys' })
  const handle = await putHandle(ctx.db, customer, randomBytes(32))
  const challenge = await newChallenge(ctx, silent === 'on' ? 'add_silently' : 'add', customer)
  const { name, displayName } = namesOf(await ownCustomer(ctx.db, customer))
  return ok({
    options: {
      challenge,
      rp: { id: rpIdOf(ctx), name: ctx.shop.shop.name },
      user: { id: handle.toString('base64url'), name, displayName },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeLife,
      excludeCredentials: there.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: credentialId.toString('base64url'),
        transports,
      })),
      // Without the first two, browsers do not offer it where no account is named.
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'preferred',
      },
      attestation: 'none',
    },
  })
}

/** Stores what the browser has made. */
export async function addPasskey(
  ctx: Ctx,
  { credential }: Input<typeof contract.addPasskey>,
): Answer<typeof contract.addPasskey> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer } = fresh.value
  const spent = await spendChallenge(ctx, credential.clientDataJSON, customer)
  if (spent === null) return no({ name: 'passkey_over' })
  const made = await verifyMade(ctx, credential, spent)
  if (made === null) return no({ name: 'passkey_refused' })
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    if ((await lockPasskeys(tx, customer)).length >= mostPasskeys) return no({ name: 'too_many_passkeys' })
    const passkey = { ...made, customer, transports: credential.transports, rpId: rpIdOf(ctx), now: ctx.now }
    if (!(await insertPasskey(tx, passkey))) return no({ name: 'passkey_refused' })
    await tell(ctx, tx, 'passkey_added', shownName(ctx, { name: '', aaguid: made.aaguid }))
    return ok(await readList(ctx, tx, customer))
  })
}

/** Another name. Only its owner sees it and nobody gets in by it: no proof is asked for, and no mail is sent. */
export async function renamePasskey(
  ctx: Ctx,
  { id, name }: Input<typeof contract.renamePasskey>,
): Answer<typeof contract.renamePasskey> {
  const session = (await ctx.who()).session!
  return ctx.transact(async (tx) => {
    await lockOwn(tx, session.customer)
    const passkey = (await lockPasskeys(tx, session.customer)).find((one) => one.id === id)
    if (passkey === undefined) return no({ name: 'unknown_passkey' })
    await namePasskey(tx, id, name)
    await addEvent(tx, ctx, session.customer, session.id, 'passkey_renamed', {
      name: shownName(ctx, { ...passkey, name }),
    })
    return ok(await readList(ctx, tx, session.customer))
  })
}

export async function deletePasskey(
  ctx: Ctx,
  { id }: Input<typeof contract.deletePasskey>,
): Answer<typeof contract.deletePasskey> {
  const fresh = await askFresh(ctx)
  if (!fresh.ok) return fresh
  const { customer } = fresh.value
  return ctx.transact(async (tx) => {
    await lockOwn(tx, customer)
    const there = await lockPasskeys(tx, customer)
    const passkey = there.find((one) => one.id === id)
    if (passkey === undefined) return no({ name: 'unknown_passkey' })
    await removePasskey(tx, id)
    if (!(await hasWayIn(ctx, tx, customer))) return no({ name: 'last_way_in' })
    await tell(ctx, tx, 'passkey_deleted', shownName(ctx, passkey))
    return ok(await readList(ctx, tx, customer))
  })
}

/** Writes the event, and mails the owner: whoever did it, the owner learns of it. */
async function tell(
  ctx: Ctx,
  tx: Tx,
  kind: Extract<EventKind, 'passkey_added' | 'passkey_deleted'>,
  name: string,
): Promise<void> {
  const session = (await ctx.who()).session!
  await addEvent(tx, ctx, session.customer, session.id, kind, { name })
  const email = (await findCustomer(tx, session.customer))?.email ?? null
  if (email === null) return
  const letter = noticeLetter(ctx, kind, name)
  await queueMail(tx, { kind: `account.${kind}`, to: email, letter }, ctx.origin, ctx.now)
}

async function readList(ctx: Ctx, db: Db, customer: number): Promise<List> {
  const there = await passkeysOf(db, customer)
  const handle = await handleOf(db, customer)
  const { name, displayName } = namesOf(await ownCustomer(db, customer))
  return {
    passkeys: there.map((passkey) => ({
      id: passkey.id,
      name: shownName(ctx, passkey),
      manager: managerOf(passkey.aaguid),
      isBackedUp: passkey.isBackedUp,
      createdAt: passkey.createdAt.toISOString(),
      usedAt: passkey.usedAt?.toISOString() ?? null,
    })),
    known: handle && {
      rpId: rpIdOf(ctx),
      userId: handle.toString('base64url'),
      userName: name,
      displayName,
      credentialIds: there.map(({ credentialId }) => credentialId.toString('base64url')),
    },
  }
}

function shownName({ t }: Ctx, { name, aaguid }: Pick<PasskeyRow, 'name' | 'aaguid'>): string {
  return name === '' ? (managerOf(aaguid) ?? t('passkey.unnamed')) : name
}

/** What a manager of passkeys shows of the account. */
function namesOf(customer: CustomerRow): { name: string; displayName: string } {
  const { email, mobile, number } = customer
  const name = email ?? mobile ?? number
  const displayName = fullName({ ...customer, country: '' })
  return { name, displayName: displayName === '' ? name : displayName }
}
