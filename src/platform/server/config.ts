import { resolve } from 'node:path'
import { z } from 'zod'

/*
 * The environment, read once at the door. Nothing else in the program looks at process.env.
 */

const flag = z.enum(['on', 'off'])
const megabytes = z.coerce.number().int().min(1).max(65_536)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** More host names that the shop answers to, separated by commas. */
  ALLOWED_HOSTS: z.string().default(''),
  /** Addresses of proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUST_PROXY: z.string().default(''),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.default('on'),
  /** Memory that rendered pages may take, in megabytes. */
  PAGE_CACHE_MB: megabytes.default(16),
  /** When set, /metrics asks for `Authorization: Bearer <token>`. */
  METRICS_TOKEN: z.string().min(1).optional(),
  /** The folder in which the operator called the program; set by scripts/violet.mjs, which runs it in the shop's. */
  INIT_CWD: z.string().min(1).optional(),
})

export interface Config {
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Without a trailing slash; null until the port is known. */
  publicUrl: string | null
  allowedHosts: readonly string[]
  trustProxy: readonly string[]
  /** Absolute. */
  dataDir: string
  /** Absolute: pictures. */
  mediaDir: string
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null
  databasePool: number
  logLevel: string
  demo: boolean
  /** Bytes. */
  pageCacheBytes: number
  metricsToken: string | null
  /** Absolute: what relative paths of the operator mean. */
  operatorDir: string
}

/** Says every fault of the environment at once, by the variable's name. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is an absent one: `PORT= npm start` and an unfilled .env line mean the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The environment is not usable:\n  ${faults.join('\n  ')}`)
  }
  const e = parsed.data
  const dataDir = resolve(e.DATA_DIR)
  return Object.freeze({
    mode: e.NODE_ENV,
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    allowedHosts: list(e.ALLOWED_HOSTS),
    trustProxy: list(e.TRUST_PROXY),
    dataDir,
    mediaDir: resolve(dataDir, 'media'),
    databaseUrl: e.DATABASE_URL ?? null,
    databasePool: e.DATABASE_POOL,
    logLevel: e.LOG_LEVEL,
    demo: e.DEMO === 'on',
    pageCacheBytes: e.PAGE_CACHE_MB * 1024 * 1024,
    metricsToken: e.METRICS_TOKEN ?? null,
    operatorDir: resolve(e.INIT_CWD ?? '.'),
  })
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
