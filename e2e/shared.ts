import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Chunk } from '#test/runtime/build.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/*
 * What one run makes once: its workers ask the process that started them, which makes it for the first that asks.
 */

interface Shared {
  /** The address of the demo shop that tests read, and only read. */
  demo: string
  /** What runs in the pages of test/runtime. */
  runtime: Chunk[]
}

/** Each visitor of a test comes from an address of their own, because the shop limits what one address may ask for. */
export const visitorsHaveAddresses = { TRUST_PROXY: '127.0.0.1' }

/** Answers the workers; resolves with what ends it. */
export async function openCounter(): Promise<() => Promise<void>> {
  let demo: Promise<RunningShop> | undefined
  let runtime: Promise<Chunk[]> | undefined
  const makers: { [Name in keyof Shared]: () => Promise<Shared[Name]> } = {
    demo: async () => (await (demo ??= openShop({ demo: true, env: visitorsHaveAddresses }))).url,
    runtime: () => (runtime ??= bundleRuntime()),
  }
  const server = createServer((request, response) => {
    const make = makers[request.url!.slice(1) as keyof Shared]
    make().then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env['VIOLET_TEST_COUNTER'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return async () => {
    server.close()
    const shop = await demo
    await shop?.stop()
    await shop?.remove()
  }
}

/** The bundler is loaded by who needs it. */
async function bundleRuntime(): Promise<Chunk[]> {
  const { bundle } = await import('#test/runtime/build.ts')
  return bundle(new URL(import.meta.resolve('#test/runtime/browser.ts')))
}

/** Asks the process that started this worker. */
export async function shared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const answer = await fetch(`${process.env['VIOLET_TEST_COUNTER']}/${name}`)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Shared[Name]
}
