import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import { no, ok, type Result } from '#domain/result.ts'
import type { AnyEndpoint } from '#wire/endpoint.ts'
import type { Problem } from '#wire/problems.ts'
import { Refusal } from './answers.ts'
import type { Ctx } from './context.ts'
import { storable } from './storable.ts'

/*
 * Converts plain form posts (texts, or multipart with pictures) into the input of a call.
 */

/** As the form's fields are called; several of one name in their order. */
export type Fields = Record<string, string[]>

/** Bytes: no telephone's photograph is larger. */
const mostFileBytes = 12 * 1024 * 1024
/**
 * The least that a body with files brings in while it is read: 20 kB/s, the slowest line over which somebody still sends
 * a photograph (EDGE). In windows, and not on average: a body that came quickly and then stops would stay in memory for
 * as long as its average allows. 20 seconds are a telephone's way from one cell to the next.
 */
export const leastPace = { bytes: 400_000, within: 20_000 }
/** Milliseconds that files may take to come in, not to be answered: the largest file at the least pace. */
export const filePatience = Math.ceil(mostFileBytes / leastPace.bytes) * leastPace.within

/** Bytes of all texts of a form with files, as of one without. */
const mostTextBytes = 64 * 1024
/** Bytes by which a kind of file is known. */
const headBytes = 32

/** Routes in here may be sent files; nowhere else is multipart even read. */
export function withFiles(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, takesFiles: true }
    })
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: mostFileBytes, files: 12, fields: 400, fieldSize: mostTextBytes, parts: 412 },
    })
    add(scope)
  })
}

/** Takes the files of requests: a file is collected in memory only with a place. */
export interface FileTaker<T> {
  /**
   * Called before the first byte of a body is read.
   * @param isSquare of each picture a square is wanted, which the fields before it name
   */
  admit(ctx: Ctx, isSquare?: boolean): Promise<Result<FilePlace<T>, Problem>>
}

/** The place of one request that sends files. */
export interface FilePlace<T> {
  /** Why a file is not wanted, by its first bytes: the rest of it is read and not collected. */
  refuse(head: Buffer): Promise<Problem | null>
  /** @param fields those before the file */
  take(bytes: Buffer, fields: Fields): Promise<Result<T, Problem>>
  /** Frees the place. */
  leave(): void
}

/** In place of a place: the body is read for its texts, and none of its files is collected. */
export function withoutPlace(problem: Problem): FilePlace<never> {
  return { refuse: async () => problem, take: async () => no(problem), leave: () => {} }
}

export interface FilesRead<T> {
  /** The results of `take`, in their order. */
  taken: T[]
  /** Why one or more of them could not be taken; the first reason. */
  refused: Problem | null
}

/** Takes each file of one field, one after the other: no more than one of them is in memory. */
export async function readMultipart<T>(
  request: FastifyRequest,
  field: string,
  most: number,
  place: FilePlace<T>,
): Promise<{ fields: Fields; files: FilesRead<T> }> {
  // The parser would wait for ever for a body whose sender has gone before it listened.
  if (request.raw.destroyed) throw new Refusal('unreadable_body')
  const fields: Fields = {}
  const files: FilesRead<T> = { taken: [], refused: null }
  let textBytes = 0
  const parts = request.parts()
  for (let next = await readable(parts.next()); next.done !== true; next = await readable(parts.next())) {
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value !== 'string') continue
      textBytes += Buffer.byteLength(part.value)
      if (textBytes > mostTextBytes) throw new Refusal('body_too_large')
      ;(fields[storable(part.fieldname)] ??= []).push(storable(part.value))
      continue
    }
    if (part.fieldname !== field) {
      part.file.resume()
      continue
    }
    const refuse = async (head: Buffer): Promise<Problem | null> =>
      files.taken.length >= most ? { name: 'too_many_pictures', details: { most } } : await place.refuse(head)
    const bytes = await collect(part.file, refuse)
    // A file field that was left empty comes as a file of no bytes.
    if (bytes === null) continue
    const outcome = bytes.ok ? await place.take(bytes.value, fields) : bytes
    if (outcome.ok) files.taken.push(outcome.value)
    else files.refused ??= outcome.problem
  }
  return { fields, files }
}

/** The bytes of a file, null if it has none. Not by `toBuffer`, which holds them until the request has its answer. */
async function collect(
  file: MultipartFile['file'],
  refuse: (head: Buffer) => Promise<Problem | null>,
): Promise<Result<Buffer, Problem> | null> {
  const pieces: Buffer[] = []
  let size = 0
  let refused: Problem | null = null
  let isAsked = false
  for await (const piece of readablePieces(file)) {
    size += piece.byteLength
    if (refused === null) pieces.push(piece)
    if (isAsked || size < headBytes) continue
    isAsked = true
    refused = await refuse(Buffer.concat(pieces))
    if (refused !== null) pieces.length = 0
  }
  if (size === 0) return null
  if (!isAsked) refused = await refuse(Buffer.concat(pieces))
  if (refused !== null) return no(refused)
  return file.truncated ? no({ name: 'picture_too_large' }) : ok(Buffer.concat(pieces, size))
}

async function* readablePieces(file: MultipartFile['file']): AsyncGenerator<Buffer, void> {
  try {
    yield* file as AsyncIterable<Buffer>
  } catch (error) {
    throw unreadable(error)
  }
}

async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw unreadable(error)
  }
}

/** Errors of the multipart parser are the sender's fault. */
function unreadable(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new Refusal(/_LIMIT$|TOO_LARGE$/.test(code) ? 'body_too_large' : 'unreadable_body')
}

/**
 * The fields of an ordinary form post. A body of another kind is refused: only this one holds nothing but texts, and
 * the addresses of forms are made of them.
 */
export function readPlain({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>): Fields {
  if (body === undefined || body === null) return {}
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new Refusal('unsupported_body')
  return Object.fromEntries(
    Object.entries(body as Record<string, string | string[]>).map(([name, value]) => [
      storable(name),
      storable([value].flat()),
    ]),
  )
}

/**
 * Form fields are texts: numbers, switches, lists, groups (`contact.name`) and lists of groups (`lines.0.sku`) are
 * converted by the contract. A nullable group is null if the form sends its own name empty.
 */
export function formInput(endpoint: AnyEndpoint, fields: Fields): Record<string, unknown> {
  return inputOf(inputSchema(endpoint), fields)
}

/** Derived once for each call: it takes longer than everything else that a form post needs. */
const inputSchemas = new WeakMap<AnyEndpoint, z.core.JSONSchema.BaseSchema>()

function inputSchema(endpoint: AnyEndpoint): z.core.JSONSchema.BaseSchema {
  let schema = inputSchemas.get(endpoint)
  if (schema === undefined) {
    schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
    inputSchemas.set(endpoint, schema)
  }
  return schema
}

function inputOf(schema: z.core.JSONSchema.BaseSchema, fields: Fields): Record<string, unknown> {
  const input: Record<string, unknown> = byWord()
  // A group of any names holds texts.
  if (schema.properties === undefined) return mapLast(fields)
  for (const [name, property] of Object.entries(schema.properties)) {
    if (typeof property === 'boolean') continue
    const group = groupIn(property)
    if (group !== null) {
      if (group !== property && fields[name]?.at(-1) === '') input[name] = null
      else if (Object.keys(fields).some((field) => field.startsWith(`${name}.`)))
        input[name] = inputOf(group, namedIn(name, fields))
      continue
    }
    const item = groupInList(property)
    if (item !== null) {
      const items = itemsIn(name, fields)
      if (items.length > 0) input[name] = items.map((one) => inputOf(item, one))
      continue
    }
    // A list is called `name[]` where the form also becomes a call.
    const values = (fields[name] ?? fields[`${name}[]`] ?? []).filter((value) => value !== '')
    if (values.length > 0) input[name] = fieldValue(property, values)
    else if (fields[name] !== undefined && isFreeText(property)) input[name] = ''
  }
  return input
}

function mapLast(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.at(-1)!]))
}

/** The group that a property is, also where it may be null instead. */
function groupIn(property: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema | null {
  if (property.type === 'object') return property
  const [first, second] = property.anyOf ?? []
  const isNullable = typeof second === 'object' && second.type === 'null'
  return isNullable && typeof first === 'object' && first.type === 'object' ? first : null
}

/** The group that each item of a list is, also of one that may be null; null for a list of anything else. */
function groupInList(property: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema | null {
  const [first] = property.anyOf ?? []
  const { type, items } = property.type === undefined && typeof first === 'object' ? first : property
  const isGroup = type === 'array' && typeof items === 'object' && !Array.isArray(items)
  return isGroup && items.properties !== undefined ? items : null
}

/**
 * The fields of each item of a list of groups, in the order of their numbers: of 0 and 3 for `lines.0.sku`,
 * `lines.3.sku`. In one pass: a body holds thousands of fields, of up to 1 000 numbers.
 */
function itemsIn(name: string, fields: Fields): Fields[] {
  const items = new Map<number, Fields>()
  for (const [field, values] of Object.entries(fields)) {
    const read = field.startsWith(`${name}.`) ? /^(\d{1,3})\.(.+)$/s.exec(field.slice(name.length + 1)) : null
    if (read === null) continue
    const at = Number(read[1])
    let item = items.get(at)
    if (item === undefined) items.set(at, (item = byWord<string[]>()))
    item[read[2]!] = values
  }
  return [...items].toSorted(([a], [b]) => a - b).map(([, item]) => item)
}

/** The fields of a group by their names in it. */
function namedIn(name: string, fields: Fields): Fields {
  const own = Object.entries(fields).filter(([field]) => field.startsWith(`${name}.`))
  return Object.fromEntries(own.map(([field, values]) => [field.slice(name.length + 1), values]))
}

/** A text that may be empty, which differs from one that is absent. */
function isFreeText({
  type,
  minLength,
  pattern,
  format,
  enum: values,
}: z.core.JSONSchema.BaseSchema): boolean {
  return (
    type === 'string' && !minLength && pattern === undefined && format === undefined && values === undefined
  )
}

function fieldValue(schema: z.core.JSONSchema.BaseSchema, values: readonly string[]): unknown {
  const one = values.at(-1)!
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Number(one)
    case 'boolean':
      return one === 'on' || one === 'true' || one === '1'
    case 'array': {
      const items = schema.items
      return typeof items === 'object' && !Array.isArray(items)
        ? values.map((item) => fieldValue(items, [item]))
        : [...values]
    }
    default:
      return one
  }
}
