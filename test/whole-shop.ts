import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { createApp, type App } from '#app/app.ts'
import { configure } from '#app/configure.ts'
import { readConfig } from '#platform/server/config.ts'
import { hrefsOf } from '#wire/stylesheets.ts'
import { createDatabase, type TestDatabase } from './database.ts'

/*
 * The whole server in process, without a browser: for tests of what it answers at which address.
 */

export const origin = 'https://shop.example'

export interface Answer {
  status: number
  body: string
  headers: Readonly<Record<string, string | string[] | number | undefined>>
}

export interface WholeShop {
  database: TestDatabase
  /** Absolute: where its files are. */
  folder: string
  get(path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD'): Promise<Answer>
  /** As a form's fields (with files: as multipart), or as JSON. */
  post(
    path: string,
    body: FormData | URLSearchParams | object,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** These bytes and no others, as a signed webhook comes. */
  postBytes(path: string, body: Buffer, headers: Record<string, string>): Promise<Answer>
  /** Stores a configuration and waits until the server answers by it; throws what is wrong with it. */
  configure(document: object): Promise<void>
  /** Waits until the server knows of all that was committed. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * @param now the shop's clock
 * @param environment variables beside its own
 * @param first another node of this shop, to be closed before it is
 */
export async function openWholeShop(
  now: () => Date = () => new Date(),
  environment: Readonly<Record<string, string>> = {},
  first: WholeShop | null = null,
): Promise<WholeShop> {
  const database = first?.database ?? (await createDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'violet-shop-'))
  const app: App = await createApp({
    config: readConfig({
      NODE_ENV: 'test',
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      DEMO: 'off',
      ...environment,
    }),
    log: pino({ level: 'silent' }),
    db: database.db,
    databaseUrl: database.url,
    assets: {
      build: 'test',
      script: '/assets/browser.js',
      styles: hrefsOf((name) => `/assets/${name}.css`),
      firstStyles: null,
      chunksFor: () => [],
    },
    clientDir: null,
    version: '0.0.0',
    now,
  })
  return {
    database,
    folder,
    catchUp: app.catchUp,
    async get(path, headers = {}, method = 'GET') {
      const answer = await app.server.inject({
        method,
        url: path,
        headers: { host: 'shop.example', ...headers },
      })
      return { status: answer.statusCode, body: answer.body, headers: answer.headers }
    },
    async post(path, body, headers = {}) {
      const sent =
        body instanceof FormData || body instanceof URLSearchParams ? new Response(body) : Response.json(body)
      const answer = await app.server.inject({
        method: 'POST',
        url: path,
        headers: { host: 'shop.example', 'content-type': sent.headers.get('content-type')!, ...headers },
        payload: Buffer.from(await sent.arrayBuffer()),
      })
      return { status: answer.statusCode, body: answer.body, headers: answer.headers }
    },
    async postBytes(path, body, headers) {
      const answer = await app.server.inject({
        method: 'POST',
        url: path,
        headers: { host: 'shop.example', ...headers },
        payload: body,
      })
      return { status: answer.statusCode, body: answer.body, headers: answer.headers }
    },
    async configure(document) {
      const stored = await configure(database.db, document, now())
      if (!stored.ok) throw new Error(JSON.stringify(stored.problem))
      await app.catchUp()
    },
    async close() {
      await app.close()
      if (first === null) await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
