import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './cleanup.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { writeCatalog, type CatalogShape } from './catalog.ts'
import { root, serverCore, start, stop, waitForLine } from './process.ts'

/** A shop that is open for the run, as built, on a database of its own. */
export interface Shop {
  origin: string
  port: number
  pid: number
  databaseUrl: string
  /** Where its pictures are. */
  dataDir: string
  /** PostgreSQL's first process: the parent of those that answer. */
  databasePid: number
  /** Ends the server and opens it again on the same data, on its core or on these; the address changes. */
  reopen(cores?: readonly number[]): Promise<void>
  /** Runs `violet …` on it. */
  operate(...args: string[]): Promise<void>
}

/** A shop with the made catalogue, which was imported while it was open. */
export interface StockedShop extends Shop {
  shape: CatalogShape
  /** Milliseconds that `violet import` took. */
  importTime: number
}

export interface Shops {
  /** The demo shop. */
  demo(): Promise<Shop>
  /** The demo shop with `/dev/gallery`, as the tests open it. */
  gallery(): Promise<Shop>
  /** 10 000 products of three SKUs. */
  stocked(): Promise<StockedShop>
  /** 1 000 of them, with pictures. */
  pictured(): Promise<StockedShop>
}

export const stockedProducts = 10_000
export const picturedProducts = 1_000
/** Of the demo shop; two for each product. */
const fewPictures = 120

/** The shops of a run, each opened when it is first wanted. `nodeOptions` go to the servers' Node, for a profile. */
export function openShops(options: { nodeOptions: string; say: (line: string) => void }): Shops {
  let demo: Promise<Shop> | null = null
  let gallery: Promise<Shop> | null = null
  let stocked: Promise<StockedShop> | null = null
  let pictured: Promise<StockedShop> | null = null
  return {
    demo: () => (demo ??= openShop('demo', { ...options, demo: true })),
    gallery: () => (gallery ??= openShop('gallery', { ...options, demo: true, forTests: true })),
    stocked: () => (stocked ??= openStocked('stocked', stockedProducts, [], options)),
    pictured: () =>
      (pictured ??= demoPictures().then((found) =>
        openStocked('pictured', picturedProducts, found, options),
      )),
  }
}

interface ShopOptions {
  demo: boolean
  /** Not open to shoppers: it has the pages for developers. */
  forTests?: boolean
  nodeOptions: string
  say: (line: string) => void
}

/** A folder that goes with the end of the run. */
export async function scratch(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `violet-bench-${name}-`))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a shop: nothing of the caller's settings gets in, nor of a .env file (empty means absent). */
export function shopEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const absent = {
    PUBLIC_URL: '',
    ALLOWED_HOSTS: '',
    TRUST_PROXY: '',
    DATABASE_URL: '',
    DATABASE_POOL: '',
    PAGE_CACHE_MB: '',
    METRICS_TOKEN: '',
  }
  const usual = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
  return { PATH, HOME, TMPDIR, LANG, ...absent, ...usual, ...settings }
}

async function openShop(name: string, options: ShopOptions): Promise<Shop> {
  const dataDir = await scratch(name)
  // PostgreSQL belongs to the bench and not to the server, so that only the server is bound to its core.
  const database = await openEmbedded({ dataDir, log: options.say })
  atEnd(() => database.stop())
  const env = shopEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: options.demo ? 'on' : 'off',
    DEMO_CUSTOMER: 'off',
    NODE_OPTIONS: options.nodeOptions,
    ...(options.forTests === true ? { NODE_ENV: 'test' } : {}),
  })
  // As `npm start` does it: with the same settings of Node. That one opens no other shop than one for shoppers.
  // `--once`: the process that is started is the server itself, whose memory and time are measured.
  const program = options.forTests === true ? ['build/server/server.js'] : ['scripts/start.mjs', '--once']
  const open = async (
    cores: readonly number[] = [serverCore],
  ): Promise<{ port: number; pid: number; close: () => Promise<void> }> => {
    const child = start(process.execPath, program, { core: cores, env })
    const [, port] = await waitForLine(child, /Violet is open at http:\/\/[^\s/]+:(\d+)/, 120_000)
    child.stderr?.pipe(process.stderr)
    let asked = false
    child.once('exit', (code, signal) => {
      if (!asked) console.error(`the ${name} shop was ended by somebody else (${signal ?? code})`)
    })
    const close = (): Promise<void> => {
      asked = true
      return stop(child)
    }
    atEnd(close)
    return { port: Number(port), pid: child.pid!, close }
  }
  let running = await open()
  return {
    databaseUrl: database.url,
    dataDir,
    databasePid: Number.parseInt(await readFile(join(dataDir, 'pg/postmaster.pid'), 'utf8'), 10),
    get port() {
      return running.port
    },
    get origin() {
      return `http://localhost:${running.port}`
    },
    get pid() {
      return running.pid
    },
    async reopen(cores) {
      await running.close()
      running = await open(cores)
    },
    operate: (...args) => violet(args, shopEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.url })),
  }
}

const media = join(root, 'demo/media')

async function demoPictures(): Promise<string[]> {
  const all = await readdir(join(media, 'products'), { recursive: true })
  return all
    .filter((path) => path.endsWith('.webp'))
    .toSorted()
    .slice(0, fewPictures)
    .map((path) => `products/${path}`)
}

async function openStocked(
  name: string,
  products: number,
  pictures: readonly string[],
  options: Omit<ShopOptions, 'demo'>,
): Promise<StockedShop> {
  const shop = await openShop(name, { ...options, demo: false })
  const folder = await scratch('catalog')
  const file = join(folder, 'catalog.json')
  const shape = await writeCatalog(file, products, pictures)
  options.say(`importing ${products} products`)
  const begun = performance.now()
  await shop.operate('import', file, '--media', media)
  return Object.assign(shop, { shape, importTime: performance.now() - begun })
}

/** Runs the operator's program to its end; throws with its output when it fails. */
function violet(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['build/server/violet.js', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    atEnd(() => stop(child))
    let said = ''
    const hear = (chunk: Buffer): void => void (said = (said + chunk.toString()).slice(-4_000))
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`violet ${args[0]} ended with ${code}:\n${said}`)),
    )
  })
}
