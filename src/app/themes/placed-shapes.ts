import { anything, type Shape, type Shapes } from '#platform/server/liquid/shape.ts'
import { ofPlaced } from '#storefront/liquid/catalogue.ts'
import type { SchemaOfFile } from './own-schemas.ts'

/* What `section` and `block` are in a file: their settings are those that its schema names. */

/** @param file in `sections/`, `blocks/` or `snippets/`; one without a schema may be set to anything */
export function placedShapes(schemas: ReadonlyMap<string, SchemaOfFile>, file: string): Shapes {
  const settings = settingsShape(schemas, [file])
  if (file.startsWith('blocks/'))
    return { section: ofPlaced.section, block: withMembers(ofPlaced.block, { settings }) }
  if (!file.startsWith('sections/')) return { section: ofPlaced.section }
  const types = schemas.get(file)?.blocks?.map(({ type }) => `blocks/${type}.liquid`) ?? []
  const block = withMembers(ofPlaced.block, { settings: settingsShape(schemas, types) })
  const blocks: Shape = { kind: 'list', of: block, usual: 2 }
  return { section: withMembers(ofPlaced.section, { settings, blocks }) }
}

/** All settings that the schemas of these files name; anything where one of them does not say its settings. */
function settingsShape(schemas: ReadonlyMap<string, SchemaOfFile>, files: readonly string[]): Shape {
  const known = files.map((file) => schemas.get(file)?.settings)
  if (known.length === 0 || known.includes(undefined)) return anything
  const ids = known.flatMap((settings) => settings!.map(({ id }) => id))
  return {
    kind: 'object',
    members: Object.fromEntries(ids.map((id) => [id, anything])),
    whereToAdd: `the schema of ${files.join(', ')}`,
  }
}

function withMembers(shape: Shape, members: Shapes): Shape {
  return shape.kind === 'object' ? { ...shape, members: { ...shape.members, ...members } } : shape
}
