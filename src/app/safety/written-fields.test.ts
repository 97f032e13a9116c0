import { expect, it } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '../endpoints.ts'

/*
 * Every text that a call takes is clean once its contract has read it, or is one that nobody is shown.
 */

/** U+202E turns round what follows, BEL and ESC command terminals, U+2028 forges a line. */
const hostile = 'a\u202eb\u0007c\u001b[2Jd\u2028e\u0085f\u2066g'
/** For fields that take a few characters only. */
const short = 'a\u202e\u001b'
const isHostile = (text: string): boolean =>
  /[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)

/** Fields that are not cleaned, by the last part of their names, with the reason. */
const verbatim: Readonly<Record<string, readonly string[]>> = {
  'compared with a hash, or with what was sent out': [
    ...['password', 'current', 'code', 'factor', 'token', 'ticket', 'state', 'confirmation', 'verifyId'],
    'verifyAnswer',
  ],
  'looked up; without a row it is refused': [
    ...['slug', 'order', 'checkout', 'sku', 'skus[]', 'exchangeFor', 'product', 'question', 'article'],
    ...['comment', 'parent', 'provider', 'method', 'paymentMethod', 'id', 'form', 'images[]', 'keep[]'],
    ...['thumbnail', 'avatar', 'items', 'contact{key}'],
  ],
  'a filter, which is found among those of the shop or has no effect': [
    ...['category', 'collection', 'tag', 'tags[]', 'options{key}', 'options{}[]', 'option', 'value'],
  ],
  'an email, a telephone number, a date or a time, whose form is checked': [
    ...['account', 'email', 'countryCode', 'birthday', 'quietFrom', 'quietUntil'],
  ],
  'read by a machine, which stores its own finding': [
    ...['user', 'iss', 'error', 'language', 'url', 'referer', 'timezone', 'wanted[]', 'next'],
  ],
  'searched for; the reader of search words takes it apart': ['q', 'history[]'],
  'sent by a browser about itself, and shown to nobody': ['transports[]', 'endpoint', 'p256dh', 'auth'],
  'a field that only programs fill in, and nothing of theirs is stored': ['website'],
}
const known = new Set(Object.values(verbatim).flat())

interface Field {
  path: string
  name: string
  schema: z.core.$ZodType
}

/** The texts of an input. A kind of schema that is new here fails the test, so that none is passed over. */
function textsOf(schema: z.core.$ZodType, path: string, name = ''): Field[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [{ path: `${path}${name}`, name, schema }]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, part]) => textsOf(part, `${path}${name}.`, key))
    case 'array':
      return textsOf(def.element, path, `${name}[]`)
    case 'tuple':
      return def.items.flatMap((item) => textsOf(item, path, `${name}[]`))
    case 'record':
      return [...textsOf(def.keyType, path, `${name}{key}`), ...textsOf(def.valueType, path, `${name}{}`)]
    case 'union':
      return def.options.flatMap((option) => textsOf(option, path, name))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
      return textsOf(def.innerType, path, name)
    case 'pipe':
      return textsOf(def.in, path, name)
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return []
    default:
      throw new Error(`${path}${name}: say here what a field of the type ${def.type} holds`)
  }
}

const fields = endpoints.flatMap(({ endpoint }) => textsOf(endpoint.input as z.ZodType, endpoint.path))
const passes = fields.filter(({ schema }) => {
  const reads = [hostile, short].map((text) => (schema as z.ZodString).safeParse(text))
  return reads.some((read) => read.success && isHostile(read.data))
})

it('takes free text in no field of a call as it was typed', () => {
  expect(passes.filter(({ name }) => !known.has(name)).map(({ path }) => path)).toEqual([])
  // A name that no field has any more would let a new one of that name pass.
  expect([...known].filter((name) => !passes.some((field) => field.name === name))).toEqual([])
})

it.each([
  '/checkout/information.note',
  '/checkout/information.contact.email',
  '/checkout/information.address.line1',
  '/checkout/information.billing.company',
  '/address/add.address.firstName',
  '/order/changeAddress.address.city',
  '/order/cancel.reason',
  '/order/taxNumber.taxNumber',
  '/cart/note.note',
  '/cart/coupon.code',
  '/user/editName.lastName',
  '/user/editInfo.nickname',
  '/user/editInfo.bio',
  '/user/renamePasskey.name',
  '/comment/add.content',
  '/comment/add.name',
  '/article/save.title',
  '/article/save.content',
  '/review/add.title',
  '/review/edit.displayName',
  '/question/ask.content',
  '/question/answer.content',
  '/inquiry/submit.content',
  '/inquiry/submit.contact{}',
  '/return/apply.description',
  '/return/saveDraft.description',
  '/return/sendParcel.company',
  '/return/sendParcel.trackingNumber',
])('cleans %s', (path) => {
  const field = fields.find((one) => one.path === path)!
  expect((field.schema as z.ZodString).parse(` ${hostile} `)).toMatch(/^abc\[2Jd[\n ]efg$/)
})
