import { z } from 'zod'
import { own } from '#domain/by-word.ts'
import { meantWord } from '#domain/edit-distance.ts'
import { no, ok, type Result } from '#domain/result.ts'
import { placeOf, type ThemeFiles } from '#features/theming/rules/theme-folder.ts'
import { readSetting, sayMember, setting, type Setting } from '#features/theming/rules/theme-settings.ts'
import { lineOf } from '#platform/server/files/json-line.ts'
import { schemaIn } from '#platform/server/liquid/schema-text.ts'
import { fileOfSection } from '#storefront/sections/own.tsx'
import { fileOfPage, namedIn } from '#storefront/sections/whole-page.tsx'
import { schemaFaults } from '#wire/schema-words.ts'
import { words } from '#wire/section-pieces.ts'
import { isShopSection, type OwnBlock, type PageTemplate, type Templates } from '#wire/sections.ts'
import type { ThemeFault } from './theme-fault.ts'

/*
 * What sections and blocks of the merchant's own can be set to: the `{% schema %}` of their files. A file without one
 * takes any settings and any blocks.
 */

const schema = z.strictObject({
  name: z.union([z.string().max(200), words(200)]).optional(),
  settings: z.array(setting).max(200).optional(),
  /** The types of blocks that may stand in it. */
  blocks: z
    .array(z.strictObject({ type: z.string() }))
    .max(50)
    .optional(),
})
export type SchemaOfFile = z.output<typeof schema>

/** The templates with the defaults of settings that they leave out, or all faults by the schemas. */
export function withSchemas(files: ThemeFiles, templates: Templates): Result<Templates, ThemeFault[]> {
  const faults: ThemeFault[] = []
  const schemas = schemasOf(files, faults)
  const fault = (path: string, reason: string): void =>
    void faults.push({ path, reason, ...placeOf(files, path) })

  function filled<T extends OwnBlock>(path: string, folder: 'sections' | 'blocks', placed: T): T {
    const file = `${folder}/${placed.type}.liquid`
    const said = schemas.get(file)
    for (const [id, { type }] of Object.entries(placed.blocks))
      if (said?.blocks?.every((one) => one.type !== type) === true)
        fault(`${path}.blocks.${id}.type`, `${type} is none of the blocks in the schema of ${file}`)
    return {
      ...placed,
      settings: settingsOf(`${path}.settings`, file, placed.settings),
      blocks: mapped(placed.blocks, (id, block) => filled(`${path}.blocks.${id}`, 'blocks', block)),
    }
  }

  function settingsOf(path: string, file: string, given: OwnBlock['settings']): OwnBlock['settings'] {
    const known = schemas.get(file)?.settings
    if (known === undefined) return given
    for (const [name, value] of Object.entries(given)) {
      const one = known.find(({ id }) => id === name)
      const read = one === undefined ? null : readSetting(one, value)
      if (read === null) fault(`${path}.${name}`, noSuchSetting(name, known, file))
      else if (!read.ok) fault(`${path}.${name}`, read.problem)
    }
    // In Liquid a text that is empty is there: one that nobody gave is not.
    const left = known.filter(({ id, default: usual }) => own(given, id) === undefined && usual !== '')
    return { ...given, ...Object.fromEntries(left.map(({ id, default: usual }) => [id, usual])) }
  }

  const all = mapped(templates, (name, template) => ({
    ...template,
    sections: mapped(sectionsOf(files, schemas, name, template), (id, section) =>
      isShopSection(section) ? section : filled(`templates.${name}.sections.${id}`, 'sections', section),
    ),
  }))
  return faults.length === 0 ? ok(all) : no(faults)
}

function noSuchSetting(name: string, known: readonly Setting[], file: string): string {
  const ids = known.map(({ id }) => id)
  const has = ids.length === 0 ? 'it has none' : `it has ${ids.join(', ')}`
  return `there is no setting ${name}${meantWord(name, ids)} in the schema of ${file}; ${has}`
}

/**
 * The sections of a template: those of a page in Liquid that it places by their file alone are among them where that has
 * a schema, whose defaults they get.
 */
function sectionsOf(
  files: ThemeFiles,
  schemas: ReadonlyMap<string, SchemaOfFile>,
  name: string,
  template: PageTemplate,
): PageTemplate['sections'] {
  const page = template.liquid === true ? files.get(fileOfPage(name)) : undefined
  if (page === undefined) return template.sections
  const unset = namedIn(page.toString('utf8'), template, files).filter(
    ({ id, placed }) =>
      own(template.sections, id) === undefined &&
      !isShopSection(placed) &&
      schemas.get(fileOfSection(placed))?.settings !== undefined,
  )
  return { ...template.sections, ...Object.fromEntries(unset.map(({ id, placed }) => [id, placed])) }
}

/**
 * The schemas of sections and blocks, by the paths of their files. One that is no JSON is said where the file is
 * checked.
 * @param faults gets those of schemas that cannot be read
 */
export function schemasOf(files: ThemeFiles, faults: ThemeFault[] = []): Map<string, SchemaOfFile> {
  const found = new Map<string, SchemaOfFile>()
  for (const [file, content] of files) {
    const written = /^(sections|blocks)\/.*\.liquid$/.test(file) ? schemaIn(content.toString('utf8')) : null
    const document = written === null ? undefined : parsed(written.json)
    if (written === null || document === undefined) continue
    const read = schema.safeParse(document)
    if (read.success) found.set(file, read.data)
    else
      for (const { path, what } of schemaFaults(read.error)) {
        const line = written.line + lineOf(written.json, path as (string | number)[]) - 1
        const known = path.length === 0 ? `; a schema has ${Object.keys(schema.shape).join(', ')}` : ''
        faults.push({ path: '', file, line, reason: `schema: ${sayMember(path, what)}${known}` })
      }
  }
  return found
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function mapped<T>(
  record: Readonly<Record<string, T>>,
  change: (name: string, value: T) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(name, value)]))
}
