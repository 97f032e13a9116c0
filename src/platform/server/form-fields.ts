import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { byWord } from '#domain/by-word.ts'
import type { Result } from '#domain/result.ts'
import type { AnyEndpoint } from '#wire/endpoint.ts'
import type { Problem } from '#wire/problems.ts'
import { Refusal } from './answers.ts'
import { storable } from './storable.ts'

/*
 * Converts plain form posts (texts, or multipart with pictures) into the input of a call.
 */

/** As the form's fields are called; several of one name in their order. */
export type Fields = Record<string, string[]>

/** Bytes: no telephone's photograph is larger. */
const mostFileBytes = 12 * 1024 * 1024
/** Milliseconds: six photographs over a slow line. How long they may take to come in, not to be answered. */
export const filePatience = 120_000

/** Bytes of one text; the whole of a form without files is bounded by the server. */
const mostFieldBytes = 64 * 1024

/** Routes in here may be sent files; nowhere else is multipart even read. */
export function withFiles(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, takesFiles: true }
    })
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: mostFileBytes, files: 12, fields: 100, fieldSize: mostFieldBytes, parts: 112 },
    })
    add(scope)
  })
}

export interface FilesRead {
  /** The results of `take`, in their order. */
  taken: string[]
  /** Why one or more of them could not be taken; the first reason. */
  refused: Problem | null
}

/** Gives each file of one field to `take`, one after the other: no more than one of them is in memory. */
export async function readMultipart(
  request: FastifyRequest,
  field: string,
  most: number,
  take: (bytes: Buffer) => Promise<Result<string, Problem>>,
): Promise<{ fields: Fields; files: FilesRead }> {
  const fields: Fields = {}
  const files: FilesRead = { taken: [], refused: null }
  const parts = request.parts()
  for (let next = await readable(parts.next()); next.done !== true; next = await readable(parts.next())) {
    const part = next.value
    if (part.type === 'field') {
      if (typeof part.value === 'string') (fields[part.fieldname] ??= []).push(part.value)
      continue
    }
    const bytes = part.fieldname === field ? await readable(part.toBuffer()) : null
    if (bytes === null) part.file.resume()
    // A file field that was left empty comes as a file of no bytes.
    else if (bytes.byteLength > 0) {
      const outcome: Result<string, Problem> = part.file.truncated
        ? { ok: false, problem: { name: 'picture_too_large' } }
        : files.taken.length >= most
          ? { ok: false, problem: { name: 'too_many_pictures', details: { most } } }
          : await take(bytes)
      if (outcome.ok) files.taken.push(outcome.value)
      else files.refused ??= outcome.problem
    }
  }
  return { fields, files }
}

/** Errors of the multipart parser are the sender's fault. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new Refusal(/_LIMIT$|TOO_LARGE$/.test(code) ? 'body_too_large' : 'unreadable_body')
  }
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
 * Form fields are texts: numbers, switches, lists and groups (`contact.name`) are converted by the contract. A
 * nullable group is null if the form sends its own name empty.
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
