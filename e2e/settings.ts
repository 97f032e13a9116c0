import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Server } from './fixtures.ts'

/** Changes settings of a shop of one's own, as its merchant would: by a file. */
export async function configure(server: Server, settings: object): Promise<void> {
  const file = join(server.own.dataDir, 'settings.json')
  await writeFile(file, JSON.stringify(settings))
  const { code, stdout, stderr } = await server.operate('config', 'set', file)
  expect(code, stdout + stderr).toBe(0)
}

/** Changes what a euro costs. */
export async function setEuroRate(server: Server, rate: string): Promise<void> {
  const { stdout } = await server.operate('config', 'get', 'shop.currencies')
  const currencies = (JSON.parse(stdout) as { code: string }[]).map((currency) =>
    currency.code === 'EUR' ? { ...currency, rate } : currency,
  )
  await configure(server, { shop: { currencies } })
}
