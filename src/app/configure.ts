import { freePrices } from '#features/catalog/queries/reprice.ts'
import { reprice } from '#features/catalog/shop/reprice.ts'
import { offersWithout } from '#features/promotions/queries/terms.ts'
import {
  checkConfig,
  saveConfig,
  tryConfig,
  type ConfigCheck,
  type ConfigEffect,
  type ConfigFault,
  type LoadedConfig,
} from '#features/shop/actions.ts'
import { newestConfig, replacedConfig } from '#features/shop/queries.ts'
import { themeFiles, themeTexts } from '#features/theming/queries.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { faceFaults } from '#features/theming/rules/face-faults.ts'
import { themeFaults } from '#features/theming/theme-faults.ts'
import type { Result } from '#domain/result.ts'
import type { Database, Tx } from '#platform/server/db/db.ts'
import { slug } from '#wire/entry-parts.ts'
import { isShopSection, sectionTypes } from '#wire/sections.ts'
import { shopConfig, type ShopConfigDocument, type Theme } from '#wire/shop-config.ts'
import { templatePages } from '#wire/template-pages.ts'
import { rememberRoutes } from './routing/past-routes.ts'
import { routeFaults } from './routing/route-faults.ts'

/**
 * Stores the shop's whole configuration after all checks of all features, and updates what depends on it: converted
 * prices and past routes.
 * @param more what else is written in the same transaction
 */
export function configure(
  db: Database,
  input: unknown,
  now: Date,
  more: readonly ConfigEffect[] = [],
): Promise<Result<LoadedConfig, ConfigFault[]>> {
  // A theme that is published brings its own sections and fonts, and was checked with them.
  const all = [...effects, ...(more.length > 0 ? more : ofTheme)]
  return saveConfig(db, input, { now, checks, effects: all })
}

/** Everything that `configure` would refuse, without storing anything. */
export function tryConfiguration(
  db: Database,
  input: unknown,
  now: Date,
): Promise<Result<ShopConfigDocument, ConfigFault[]>> {
  return tryConfig(db, input, { now, checks, effects: [...effects, ...ofTheme] })
}

/** What is wrong with a document by itself, whatever the shop has. */
export function checkConfiguration(input: unknown): Result<ShopConfigDocument, ConfigFault[]> {
  return checkConfig(input, checks)
}

const readable: ConfigCheck = ({ theme }) =>
  themeFaults({ ...defaultTheme, ...theme } as Theme).map((fault) => {
    const isGiven = Object.hasOwn(theme, fault.path.split('.')[0]!)
    const reason = isGiven
      ? fault.reason
      : `${fault.reason}; the theme does not say it, so it is that of violet`
    return { ...fault, reason, path: `theme.${fault.path}` }
  })

/** Pages are named by their slugs: of a path or an address there is no page, and its link would be missing in silence. */
const pageSlugs: ConfigCheck = ({ shop, sales }) =>
  [
    { path: 'sales.terms', named: sales.terms },
    { path: 'shop.sizeGuide', named: shop.sizeGuide },
  ]
    .filter(({ named }) => named !== null && !slug.safeParse(named).success)
    .map(({ path }) => ({ path, reason: 'the slug of a page, such as terms or size-guide' }))

/** A theme that has templates for some pages takes the others away, the cart among them, unless it says otherwise. */
const fallbackIsSaid: ConfigCheck = ({ theme, templates }) => {
  const names = Object.keys(templates)
  if (names.length === 0 || theme.useDefTemplate !== undefined) return []
  const without = templatePages.filter((page) => page !== 'custom' && !names.includes(page))
  return without.length === 0
    ? []
    : [
        {
          path: 'theme.useDefTemplate',
          reason: `say true, and pages without a template stay as they are, or false, and they show "Template does not exist": ${without.join(', ')}`,
        },
      ]
}

const checks = [readable, pageSlugs, fallbackIsSaid, routeFaults]

const repriceAll: ConfigEffect = async (tx, { shop }) => {
  const done = await reprice(tx, shop)
  return done.ok
    ? []
    : [
        {
          path: 'shop.baseCurrency',
          reason: `${done.problem.skus} SKUs have no price in ${shop.baseCurrency}`,
        },
      ]
}

/** Sections of the merchant's own are those of the theme in use. */
const sectionsOfTheme: ConfigEffect = async (tx, { templates }) => {
  const placed = Object.entries(templates).flatMap(([name, { sections }]) =>
    Object.entries(sections).flatMap(([id, section]) =>
      isShopSection(section) ? [] : [{ path: `templates.${name}.sections.${id}.type`, type: section.type }],
    ),
  )
  const pages = Object.entries(templates).flatMap(([name, { liquid }]) => (liquid === true ? [name] : []))
  if (placed.length === 0 && pages.length === 0) return []
  const version = (await newestConfig(tx))?.version ?? 0
  const texts = await themeTexts(tx, { config: version })
  return [
    ...placed
      .filter(({ type }) => !texts.has(`sections/${type}.liquid`))
      .map(({ path, type }) => ({
        path,
        reason: `there is no section ${type}; there are ${sectionTypes.join(', ')}, and those of the theme's folder`,
      })),
    ...pages
      .filter((name) => !texts.has(`templates/${name}.liquid`))
      .map((name) => ({
        path: `templates.${name}.liquid`,
        reason: `the theme in use has no templates/${name}.liquid: push one that has it`,
      })),
  ]
}

/** The files of faces are those of the theme in use. */
const facesOfTheme: ConfigEffect = async (tx, { theme: { faces = [] } }) => {
  if (faces.length === 0) return []
  const files = await themeFiles(tx, { config: (await newestConfig(tx))?.version ?? 0 })
  const contents = new Map(files.map(({ path, content }) => [path, content]))
  const missing = faces.flatMap(({ file }, index) =>
    contents.has(file)
      ? []
      : [
          {
            path: `theme.faces.${index}.file`,
            reason: `there is no file ${file} in the theme: push a folder that has it`,
          },
        ],
  )
  return [...missing, ...faceFaults(faces, contents)]
}

/** The files of the theme in use that a configuration may name. */
const ofTheme = [sectionsOfTheme, facesOfTheme]

/** A rate or a rounding by which goods with a price would be given away. */
const nothingIsFree: ConfigEffect = async (tx, { shop }) => {
  const before = shopConfig.safeParse((await replacedConfig(tx))?.document)
  // Another setting can be changed all the same where such a price came by itself.
  if (before.success && JSON.stringify(ratesOf(before.data.shop)) === JSON.stringify(ratesOf(shop))) return []
  return freePriceFaults(tx, { shop })
}

/** Of the prices as they are stored. */
export async function freePriceFaults(
  tx: Tx,
  { shop }: Pick<ShopConfigDocument, 'shop'>,
): Promise<ConfigFault[]> {
  const found = await freePrices(tx, shop.baseCurrency)
  return found.map(({ currency, skus, sku }) => ({
    path: 'shop.currencies',
    reason: `${skus} SKUs, such as ${sku}, would cost nothing in ${currency}: its rate is too low or its roundTo too high`,
  }))
}

function ratesOf({ baseCurrency, currencies }: ShopConfigDocument['shop']): unknown {
  return [baseCurrency, currencies]
}

/** An offer without an amount in the base currency would stop: the merchant imports it with one first. */
const offersHaveAmounts: ConfigEffect = async (tx, { shop }, now) => {
  const found = await offersWithout(tx, shop.baseCurrency, now, mostFaults)
  return found.map(({ kind, slug }) => ({
    path: 'shop.baseCurrency',
    reason: `the ${kind} ${slug} has no amount in ${shop.baseCurrency}: import it with one first`,
  }))
}

const mostFaults = 20

const effects = [repriceAll, nothingIsFree, offersHaveAmounts, rememberRoutes]
