import { writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { minute } from '#domain/time.ts'
import { importCustomers } from '#transfer/customers/import.ts'
import { accountVisitor } from '#test/account-visitor.ts'
import { freshDatabase } from '#test/database.ts'
import type { Database } from '#platform/server/db/db.ts'
import { signIn } from './actions/sign-in.ts'

/* Customers of another shop: their passwords work, and nobody waits in an account until its owner comes by. */

const account = 'ada@example.com'
/** "U*U*U" */
const hash = '$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'
const fields = { account, countryCode: '', keep: 'on' as const, next: '' }
const byPassword = { ...fields, password: 'U*U*U', code: '' }
const byCode = (code: string) => ({ ...fields, password: '', code })

let db: Database
beforeEach(async () => {
  db = (await freshDatabase()).db
  const path = join(await mkdtemp(join(tmpdir(), 'violet-')), 'customers.csv')
  await writeFile(path, `email,passwordHash\n${account},${hash}\n`)
  const now = new Date()
  await importCustomers(db, { path, now, locale: 'en', dryRun: false, revive: false, onProgress: () => {} })
})

const stored = async (): Promise<{ hash: string | null; isProven: boolean }> => {
  const { rows } = await db.pool.query<{ hash: string | null; isProven: boolean }>(
    `select p.hash, i.verified_at is not null as "isProven"
     from customer_identities i left join customer_passwords p using (customer_id)`,
  )
  return rows[0]!
}

it('sign in with their old password and a mailed code, and from then on with the password alone', async () => {
  const ada = accountVisitor(db)
  expect(await ada.does(signIn, byPassword)).toMatchObject({ problem: { name: 'code_wanted' } })
  expect((await ada.context().who()).customer).toBeNull()
  expect(await stored()).toMatchObject({ isProven: false, hash: expect.stringMatching(/^\$argon2id\$/) })
  expect(await ada.does(signIn, byCode(await ada.codeOf(account)))).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject({ isProven: true, hash: expect.stringMatching(/^\$argon2id\$/) })
  const elsewhere = accountVisitor(db, { ip: '198.51.100.7' })
  expect(await elsewhere.does(signIn, byPassword)).toMatchObject({ ok: true })
})

it('lose a password that somebody else may have set, at the first sign-in by code alone', async () => {
  // Whoever opened the account at the former shop tries the password, and cannot read the mail.
  const stranger = accountVisitor(db, { ip: '198.51.100.7' })
  expect(await stranger.does(signIn, byPassword)).toMatchObject({ problem: { name: 'code_wanted' } })
  const owner = accountVisitor(db, { now: () => new Date(Date.now() + 2 * minute) })
  expect(await owner.asks(account, 'signIn')).toMatchObject({ ok: true })
  expect(await owner.does(signIn, byCode(await owner.codeOf(account)))).toMatchObject({ ok: true })
  expect(await stored()).toEqual({ isProven: true, hash: null })
  expect(await stranger.does(signIn, byPassword)).toMatchObject({ problem: { name: 'wrong_credentials' } })
})

it('are refused after the same time as everybody: theirs is not told by how long its hash takes', async () => {
  const time = async (who: string): Promise<number> => {
    const visitor = accountVisitor(db)
    const began = performance.now()
    const answer = await visitor.does(signIn, { ...byPassword, account: who, password: 'wrong' })
    expect(answer).toMatchObject({ problem: { name: 'wrong_credentials' } })
    return performance.now() - began
  }
  expect(await time(account)).toBeGreaterThanOrEqual(250)
  expect(await time('nobody@example.com')).toBeGreaterThanOrEqual(250)
})

it('sign in with a number that is none of its country', async () => {
  await db.pool.query(`update customer_identities set kind = 'mobile', account = '+4912345'`)
  const odd = { ...byPassword, account: '+4912345' }
  const stranger = accountVisitor(db, { ip: '198.51.100.7' })
  expect(await stranger.does(signIn, { ...odd, password: 'not-hers' })).toMatchObject({
    problem: { name: 'wrong_credentials' },
  })
  const ada = accountVisitor(db)
  expect(await ada.does(signIn, odd)).toMatchObject({ problem: { name: 'code_wanted' } })
  expect(await ada.does(signIn, { ...odd, password: '', code: await ada.codeOf('+4912345') })).toMatchObject({
    ok: true,
  })
})
