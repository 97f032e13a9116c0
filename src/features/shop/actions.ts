import type { z } from 'zod'
import { no, ok, type Result } from '#domain/result.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import type { Database, Db } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { insertConfig, newestConfig } from './queries.ts'

export interface LoadedConfig {
  version: number
  document: ShopConfigDocument
}

/** The shop's configuration; version 0 and all defaults in a shop that has none. */
export async function loadConfig(db: Db): Promise<LoadedConfig> {
  const stored = await newestConfig(db)
  if (!stored) return { version: 0, document: shopConfig.parse({}) }
  const parsed = shopConfig.safeParse(stored.document)
  // What was valid when it was written must stay readable: a later version widens the schema, never narrows it.
  if (!parsed.success) throw new Error(`the stored configuration (version ${stored.version}) is not valid`, { cause: parsed.error })
  return { version: stored.version, document: parsed.data }
}

export interface ConfigFault {
  /** `theme.primaryColor` */
  path: string
  reason: string
}

/** More checks than the schema can do; each gives its own faults. */
export type ConfigCheck = (document: ShopConfigDocument) => ConfigFault[]

/**
 * Stores a whole configuration document as the next version, and tells every node. Nothing is stored when
 * anything is wrong with it.
 */
export async function saveConfig(
  db: Database,
  input: unknown,
  now: Date,
  checks: readonly ConfigCheck[] = [],
): Promise<Result<LoadedConfig, ConfigFault[]>> {
  const parsed = shopConfig.safeParse(input)
  if (!parsed.success) return no(parsed.error.issues.map(faultOf))
  const document = parsed.data
  const faults = [...checkLanguages(document), ...checkRoutes(document), ...checks.flatMap((check) => check(document))]
  if (faults.length > 0) return no(faults)
  const version = await db.transact(async (tx) => {
    const next = ((await newestConfig(tx))?.version ?? 0) + 1
    await insertConfig(tx, next, document, now)
    await announceChanges(tx, ['config'], true)
    return next
  })
  return ok({ version, document })
}

function faultOf(issue: z.core.$ZodIssue): ConfigFault {
  const unknown = issue.code === 'unrecognized_keys' ? `unknown: ${issue.keys.join(', ')}` : issue.message
  return { path: issue.path.join('.'), reason: unknown }
}

function checkLanguages(document: ShopConfigDocument): ConfigFault[] {
  const codes = document.shop.currencies.map(({ code }) => code)
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index || code === document.shop.baseCurrency)
  return twice.map((code) => ({ path: 'shop.currencies', reason: `${code} stands twice` }))
}

/** Two rules with the same shape would answer the same addresses: the second could never be reached. */
function checkRoutes({ router }: ShopConfigDocument): ConfigFault[] {
  const faults: ConfigFault[] = []
  const rules = (['articleRule', 'categoryRule', 'collectionRule', 'pageRule', 'productRule', 'tagRule'] as const).map((name) => ({ name, pattern: router[name] }))
  const seen = new Map<string, string>()
  for (const { name, pattern } of rules) {
    if (!/^(\/[\w\-.]+)*\/:slug(\/[\w\-.]+)*$/.test(pattern)) faults.push({ path: `router.${name}`, reason: `${pattern} must have one part :slug` })
    const shape = pattern.replace(/:\w+/g, ':')
    const other = seen.get(shape)
    if (other !== undefined) faults.push({ path: `router.${name}`, reason: `${pattern} answers the same addresses as ${other}` })
    seen.set(shape, name)
    if (reserved.some((path) => shape === path || shape.startsWith(`${path}/`))) faults.push({ path: `router.${name}`, reason: `${pattern} is an address of the program` })
  }
  if (!router.appRule.endsWith('/*')) faults.push({ path: 'router.appRule', reason: 'must end with /*' })
  if (!router.userPath.endsWith('/')) faults.push({ path: 'router.userPath', reason: 'must end with /' })
  return faults
}

const reserved = ['/api', '/media', '/assets', '/form', '/cart', '/search', '/checkout', '/auth', '/webhooks', '/healthz', '/readyz', '/metrics', '/version', '/ws']
