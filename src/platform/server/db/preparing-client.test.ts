import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createDatabase()
  // What comes by often is counted for the whole program, and other tests run in this one.
  vi.resetModules()
  const { PreparingClient } = await import('./preparing-client.ts')
  client = new PreparingClient({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const prepared = async (): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map(({ statement }) => statement)
}

it('answers by a promise, with parameters and without', async () => {
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect((await client.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
  expect((await client.query({ text: 'select $1::int as n', values: [8] })).rows).toEqual([{ n: 8 }])
})

it('answers by a callback', async () => {
  const answer = await new Promise((resolve, reject) => {
    client.query('select $1::int as n', [9], (error, result) =>
      error ? reject(error) : resolve(result.rows),
    )
  })
  expect(answer).toEqual([{ n: 9 }])
})

it('tells what PostgreSQL refuses, and goes on', async () => {
  await expect(client.query('select $1::int / 0', [1])).rejects.toMatchObject({ code: '22012' })
  await expect(client.query('no such words')).rejects.toMatchObject({ code: '42601' })
  expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

it('prepares what comes by often, once, and nothing else', async () => {
  const often = 'select $1::int + 41 as often'
  for (let n = 0; n < 8; n++) expect((await client.query(often, [n])).rows).toEqual([{ often: n + 41 }])
  await client.query('select $1::int + 42 as seldom', [1])
  expect((await prepared()).filter((statement) => /often|seldom/.test(statement))).toEqual([often])
})

it('has room for the pages of customers after the loops and a hundred other statements', async () => {
  const texts = Array.from({ length: 120 }, (_, n) => `select ${n} + $1::int as room`)
  for (const text of texts) for (let use = 0; use < 5; use += 1) await client.query(text, [1])
  expect((await prepared()).filter((text) => text.includes('as room')).toSorted()).toEqual(texts.toSorted())
})
