import { z } from 'zod'
import { problems } from '#wire/problems.ts'
import { apiBase, type Served } from './serve.ts'

/** The OpenAPI 3.1 document of `/api/web`, made from the contracts that are served. */
export function openApiDocument(
  table: readonly Served[],
  shop: { name: string; version: string },
): Record<string, unknown> {
  const paths = {
    ...Object.fromEntries(
      table.map((entry) => [`${apiBase}${entry.endpoint.path}`, { post: operation(entry) }]),
    ),
    [`${apiBase}/upload/image`]: { post: uploadOperation },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${shop.name} storefront`,
      version: shop.version,
      description:
        'Every call is a POST with a JSON body (of files: multipart), answered by an envelope {code, msg, data}. Codes: 0 success, 10 dialog, 30 permission, 40 fail, 41 full fail, 50 auth invalid, 51 auth out, 500 error, 20000 timeout.',
    },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-auth' } },
      schemas: { Refusal: refusalSchema },
    },
  }
}

function operation({ endpoint }: Served): Record<string, unknown> {
  const expected = [
    'invalid_input',
    'foreign_origin',
    'unsupported_body',
    ...(endpoint.writes ? ['idempotency_key_reused'] : []),
    ...endpoint.problems,
  ]
  return {
    operationId: endpoint.path.slice(1).replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    ...(endpoint.writes ? { parameters: [idempotencyKey] } : {}),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(endpoint.input, 'input') } },
    },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: envelope(schemaOf(endpoint.output, 'output')) } },
      },
      ...refusals(expected),
    },
  }
}

/** Problems by their status. */
function refusals(names: readonly string[]): Record<string, unknown> {
  const byStatus = Map.groupBy(names, (name) => problems[name as keyof typeof problems].status)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      {
        description: some.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  )
}

/** Not of the table: its body is a file. */
const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  description: 'Same key and same body: the first answer again, for 24 hours.',
}

const uploadOperation = {
  operationId: 'uploadImage',
  summary: 'Keeps one picture, which a form then names by its id; a day later it is gone unless one does',
  tags: ['upload'],
  parameters: [idempotencyKey],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            image: { type: 'string', format: 'binary', description: 'JPEG, PNG, WebP or AVIF, up to 12 MB' },
          },
          required: ['image'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Done',
      content: {
        'application/json': {
          schema: envelope({
            type: 'object',
            properties: { id: { type: 'string' }, url: { type: 'string' } },
            required: ['id', 'url'],
          }),
        },
      },
    },
    ...refusals([
      'foreign_origin',
      'unsupported_body',
      'picture_required',
      'not_a_picture',
      'damaged_picture',
      'picture_too_large',
      'too_many_pixels',
      'too_many_requests',
      'unavailable',
    ]),
  },
}

const refusalSchema = envelope({
  type: 'object',
  properties: {
    problem: { type: 'string', enum: Object.keys(problems) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object' },
  },
  required: ['problem'],
})

function envelope(data: unknown): Record<string, unknown> {
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
    required: ['code', 'msg', 'data'],
  }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
