import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeShop, type WholeShop } from '#test/whole-shop.ts'
import { endpoints } from '../endpoints.ts'

/*
 * The words for a field that was left out: "{0} is required" (specification, section 5), over HTTP.
 */

let shop: WholeShop
beforeAll(async () => {
  shop = await openWholeShop()
})
afterAll(() => shop.close())

const ada = { account: 'ada@example.com', code: '123456' }
const cases: [string, object, Record<string, [string, string, string]>][] = [
  [
    '/auth/signUp',
    ada,
    {
      firstName: ['First name is required', '请输入名字', '請輸入名字'],
      lastName: ['Last name is required', '请输入姓氏', '請輸入姓氏'],
    },
  ],
  [
    '/order/lookup',
    { number: '', account: '' },
    {
      number: ['Order number is required', '请填写订单号', '請填寫訂單編號'],
      account: ['Email address is required', '请填写邮箱', '請填寫電郵'],
    },
  ],
  [
    '/return/sendParcel',
    { slug: 'R-1', trackingNumber: 'x' },
    { company: ['Logistics company is required', '请填写物流公司', '請填寫速遞公司'] },
  ],
  [
    '/newsletter/subscribe',
    { email: '' },
    { email: ['Email address is required', '请填写邮箱', '請填寫電郵地址'] },
  ],
]

it.each(cases)('%s names what it lacks, in the visitor’s language', async (path, input, expected) => {
  for (const [n, lang] of ['', '/zh', '/zh-HK'].entries()) {
    const own = { 'sec-fetch-site': 'same-origin', referer: `https://shop.example${lang}/` }
    const { body } = await shop.post(`/api/web${path}`, input, own)
    const { fields } = (JSON.parse(body) as { data: { fields: Record<string, string> } }).data
    for (const [field, texts] of Object.entries(expected))
      expect([lang, fields[field]]).toEqual([lang, texts[n]])
  }
})

it('each label of a contract is a message of the shop', () => {
  const labels = endpoints.flatMap(({ endpoint }) => Object.values(endpoint.labels))
  const keys = readFileSync(new URL('../../i18n/keys.gen.ts', import.meta.url), 'utf8')
  expect(labels.length).toBeGreaterThan(4)
  for (const label of labels) expect(keys).toContain(`'${label}': Record<string, never>`)
})
