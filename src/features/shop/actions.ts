import type { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { nearestWord } from '#domain/edit-distance.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { unstorable } from '#domain/written-text.ts'
import { schemaFaults } from '#wire/schema-words.ts'
import { shopConfig, type ShopConfigDocument } from '#wire/shop-config.ts'
import { defaultLocale, isLocale, locales } from '#i18n/locales.ts'
import type { Database, Db, Tx } from '#platform/server/db/db.ts'
import { announceChanges } from '#platform/server/db/queries-changes.ts'
import { currencyFaults } from './currency-faults.ts'
import { isSaidAnyway, knownKeys, withoutFaulty } from './faulty-settings.ts'
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
  // Stored documents must stay readable: a later version widens the schema, never narrows it.
  if (!parsed.success)
    throw new Error(`the stored configuration (version ${stored.version}) is not valid`, {
      cause: parsed.error,
    })
  return { version: stored.version, document: withoutFreeCurrencies(parsed.data) }
}

/** A rate of 0 could once be stored: a currency in which everything costs nothing is not sold in. */
function withoutFreeCurrencies(document: ShopConfigDocument): ShopConfigDocument {
  const currencies = document.shop.currencies.filter(({ rate }) => Number(rate) > 0)
  return { ...document, shop: { ...document.shop, currencies } }
}

export interface ConfigFault {
  /** `theme.primaryColor` */
  path: string
  reason: string
}

/** More checks than the schema can do; each gives its own faults. */
export type ConfigCheck = (document: ShopConfigDocument) => ConfigFault[]

/** What else must change with the document, in the same transaction; a fault keeps everything as it was. */
export type ConfigEffect = (tx: Tx, document: ShopConfigDocument, now: Date) => Promise<ConfigFault[]>

export interface SaveOptions {
  now: Date
  checks?: readonly ConfigCheck[]
  effects?: readonly ConfigEffect[]
}

/**
 * Stores a whole configuration document as the next version, and tells every node. Nothing is stored when
 * anything is wrong with it.
 */
export async function saveConfig(
  db: Database,
  input: unknown,
  options: SaveOptions,
): Promise<Result<LoadedConfig, ConfigFault[]>> {
  const checked = checkConfig(input, options.checks)
  if (!checked.ok) return checked
  return db.transact(async (tx) => {
    const stored = await store(tx, checked.value, options)
    if (stored.ok) await announceChanges(tx, ['config'], true)
    return stored
  })
}

/** Everything that `saveConfig` would find, in a transaction that is rolled back. */
export async function tryConfig(
  db: Database,
  input: unknown,
  options: SaveOptions,
): Promise<Result<ShopConfigDocument, ConfigFault[]>> {
  const checked = checkConfig(input, options.checks)
  if (!checked.ok) return checked
  const { problem: faults } = await db.transact(async (tx) => {
    const stored = await store(tx, checked.value, options)
    return no<ConfigFault[]>(stored.ok ? [] : stored.problem)
  })
  return faults.length === 0 ? checked : no(faults)
}

async function store(
  tx: Tx,
  document: ShopConfigDocument,
  { now, effects = [] }: SaveOptions,
): Promise<Result<LoadedConfig, ConfigFault[]>> {
  const version = ((await newestConfig(tx))?.version ?? 0) + 1
  await insertConfig(tx, version, document, now)
  for (const effect of effects) {
    const faults = await effect(tx, document, now)
    if (faults.length > 0) return no(faults)
  }
  return ok({ version, document })
}

/** All that is wrong with a document, at once. */
export function checkConfig(
  input: unknown,
  checks: readonly ConfigCheck[] = [],
): Result<ShopConfigDocument, ConfigFault[]> {
  const parsed = shopConfig.safeParse(input)
  const check = (document: ShopConfigDocument): ConfigFault[] =>
    [storable, checkCurrencies, currencyFaults, checkLanguages, ...checks].flatMap((one) => one(document))
  if (!parsed.success) {
    // What is left without the faulty settings is checked as well: nobody should have to try twice.
    const { dropped, rest } = withoutFaulty(input, parsed.error.issues)
    const others = shopConfig.safeParse(rest)
    const more = others.success ? check(others.data).filter((fault) => isSaidAnyway(fault, dropped)) : []
    return no([...faultsOf(parsed.error), ...more])
  }
  const faults = check(parsed.data)
  return faults.length === 0 ? ok(parsed.data) : no(faults)
}

/** A partial document laid over another: the settings that it names are replaced whole, the others stay. */
export function mergeConfig(base: ShopConfigDocument, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change
  const merged: Record<string, unknown> = byWord({ ...base })
  for (const [section, settings] of Object.entries(change)) {
    const below = merged[section]
    const isSection = isGroup(settings) && isGroup(below)
    merged[section] = isSection ? { ...below, ...settings } : settings
  }
  return merged
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** In plain words, with the setting that an unknown one is nearest to. */
function faultsOf(error: z.ZodError): ConfigFault[] {
  const faults = schemaFaults(error, (key, path) => nearestWord(key, knownKeys(shopConfig, path)))
  return faults.map(({ path, what }) => ({ path: path.join('.'), reason: what }))
}

/** Texts that the database could not take. */
function storable(document: ShopConfigDocument): ConfigFault[] {
  const walk = (path: string, value: unknown): ConfigFault[] => {
    if (typeof value === 'string') {
      const why = unstorable(value)
      return why === null ? [] : [{ path, reason: `the text ${why}, which cannot be stored: write it anew` }]
    }
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const why = unstorable(name)
      if (why !== null) return [{ path, reason: `a name in it ${why}, which cannot be stored` }]
      return walk(path === '' ? name : `${path}.${name}`, inner)
    })
  }
  return walk('', document)
}

function checkLanguages({ shop }: ShopConfigDocument): ConfigFault[] {
  const unknown = shop.languages.filter((language) => !isLocale(language))
  const faults = unknown.map((language) => ({
    path: 'shop.languages',
    reason: `${language} is none of ${locales.join(', ')}`,
  }))
  if (!shop.languages.includes(defaultLocale))
    faults.push({ path: 'shop.languages', reason: `${defaultLocale} must be one of them` })
  return faults
}

function checkCurrencies(document: ShopConfigDocument): ConfigFault[] {
  const codes = document.shop.currencies.map(({ code }) => code)
  const twice = codes.filter(
    (code, index) => codes.indexOf(code) !== index || code === document.shop.baseCurrency,
  )
  return twice.map((code) => ({ path: 'shop.currencies', reason: `${code} stands twice` }))
}
