import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { projectFiles } from '../../scripts/check/files.ts'

/* The texts that the specification fixes, sections 5 and 8, word for word. */

const root = join(import.meta.dirname, '../..')

/** `{0}` is any placeholder. */
const fixed = [
  'Email/Mobile number is required',
  'Password is required',
  'Verification code is required',
  'Country code is required',
  'First name is required',
  'Last name is required',
  'Account format error',
  'Please enter your mobile or email',
  '{0} is required',
  'please Select {0}',
  'Please enter {0}',
  'Please complete the security verification',
  'Swipe right to complete verification',
  'Verification failed',
  'Verification success',
  'An unknown error occurred.',
  'The request timed out and the server did not respond.',
  'Authorization error',
  'fail',
  'login error',
  'Template does not exist',
  'The system default template does not exist, please restore the default template or customize the template',
  'Shipping method is not available',
  'No payment method available',
  'No records',
  'No data',
  'Are you sure you want to delete it?',
  'Are you sure you want to cancel this order?',
  'Go to Payment',
]

const texts = new Map<string, string>()

beforeAll(async () => {
  const files = await projectFiles(root, /^src\/.*\/messages\/en\.json$/)
  for (const file of files) {
    const own = JSON.parse(await readFile(join(root, file), 'utf8')) as Record<string, string>
    for (const [key, text] of Object.entries(own)) texts.set(key, text)
  }
})

/** The placeholder's name does not matter. */
function plain(text: string): string {
  return text.replace(/\{\w+\}/g, '{0}')
}

it.each(fixed)('says “%s”', (text) => {
  expect([...texts.values()].map(plain)).toContain(text)
})

it('says none of them in another spelling', () => {
  const others = [...texts].filter(([, text]) =>
    fixed.some((one) => one.toLowerCase() === plain(text).toLowerCase().trim() && one !== plain(text)),
  )
  expect(others).toEqual([])
})

it('asks before something is cancelled or deleted in these words and no others', () => {
  const asked = [...texts].filter(([, text]) =>
    /^(?:are you sure|(?:cancel|delete|remove) .*\?$)/i.test(text),
  )
  expect(asked.filter(([, text]) => !fixed.includes(plain(text)))).toEqual([])
})

it('counts unpaid orders in its words', () => {
  expect(texts.get('user.unpaid')).toContain('other {You have # unpaid orders}')
})
