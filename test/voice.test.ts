import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from '../scripts/check/files.ts'

/* The voice of the shop: the words that STYLE.md chose for its three languages, held against all interface texts. */

const root = join(import.meta.dirname, '..')

type Language = 'en' | 'zh' | 'zh-HK'

/** Words that another one stands for: of every spelling of an idea the interface uses one. */
const avoided: Readonly<Record<Language, readonly (readonly [RegExp, instead: string])[]>> = {
  en: [
    [/\be-mails?\b/i, 'email'],
    [/\b(?:mail|mails|mailbox|letters?)\b/i, 'email, inbox, newsletter'],
    [/\btelephones?\b/i, 'phone'],
    [/\bbasket\b/i, 'cart'],
    [/\b(?:given?|goes|went) back\b/i, 'refund'],
    [/\bby (?:itself|themselves)\b/i, 'automatically'],
    [/\bto be had\b/i, 'in stock'],
    [/\d %/, '15%, without a space'],
  ],
  zh: [
    [/您/, '你'],
    [/结账/, '结算'],
    [/追踪号/, '运单号'],
    [/张订单/, '笔订单'],
    [/不在了/, '已失效、已下线、已删除'],
    [/退钱/, '退款'],
    [/[「」]/, '“”'],
  ],
  'zh-HK': [
    [/您/, '你'],
    [/商品|產品/, '貨品'],
    [/庫存/, '存貨'],
    [/價格/, '價錢'],
    [/落單|落訂單/, '下單'],
    [/轉帳|帳單|帳戶|入帳/, '賬'],
    [/郵箱|電子郵件/, '電郵'],
    [/原路/, '原本的付款方式'],
    [/運單號/, '追蹤編號'],
    [/不在了/, '已失效、已停用'],
    // A command's own dots are no ellipsis.
    [/(?<!…|reason )…(?!…)/, '……'],
  ],
}

function wordsAgainst(language: Language, texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    avoided[language]
      .filter(([word]) => word.test(text))
      .map(([word, instead]) => `${language} ${key}: ${word.exec(text)![0]} is ${instead} here: ${text}`),
  )
}

it.each(['en', 'zh', 'zh-HK'] as const)('uses one word for one thing in %s', async (language) => {
  const files = await projectFiles(root, new RegExp(`^src/.*/messages/${language}\\.json$`))
  expect(files.length).toBeGreaterThan(30)
  const found = await Promise.all(
    files.map(async (file) =>
      wordsAgainst(language, JSON.parse(await readFile(join(root, file), 'utf8')) as Record<string, string>),
    ),
  )
  expect(found.flat()).toEqual([])
})

it('finds a word that was avoided, in each language', () => {
  const planted = { en: 'Look into your mailbox', zh: '去结账', 'zh-HK': '查看全部商品' } as const
  for (const [language, text] of Object.entries(planted) as [Language, string][])
    expect(wordsAgainst(language, { planted: text }), language).toHaveLength(1)
})

it('calls the reader 你 in the demo too', async () => {
  const files = await projectFiles(root, /^demo\/.*\.json$/)
  expect(files.length).toBeGreaterThan(10)
  const formal: string[] = []
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    lines.forEach((line, index) => line.includes('您') && formal.push(`${file}:${index + 1}`))
  }
  expect(formal).toEqual([])
})

/** Other spellings than the one that the interface has for an account, an email address and a telephone number. */
const otherSpellings = {
  // As the specification's fixed texts say it, section 5: "Email/Mobile number is required".
  en: /e-mail|telephone|(?:cell|mobile) ?phone/i,
  zh: /账号|帐号|帐户|电子邮箱|邮箱地址|电子邮件|电邮|手机号码/,
  'zh-HK': /帳號|郵箱|電子郵件|電郵信箱|手提電話/,
}

it.each(Object.entries(otherSpellings))(
  'spells accounts, email and phones in one way in %s',
  async (language, other) => {
    const files = await projectFiles(root, new RegExp(`^src/.*/messages/${language}\\.json$`))
    expect(files.length).toBeGreaterThan(20)
    const found: string[] = []
    for (const file of files) {
      const messages = JSON.parse(await readFile(join(root, file), 'utf8')) as Record<string, string>
      for (const [key, text] of Object.entries(messages)) if (other.test(text)) found.push(`${file}: ${key}`)
    }
    expect(found).toEqual([])
  },
)

it.each([
  ['en', 'Your E-mail address', 'Your email address'],
  ['en', 'A telephone number', 'A phone number'],
  ['zh', '账号或密码不正确', '账户或密码不正确'],
  ['zh', '请填写电子邮箱', '请填写邮箱'],
  ['zh-HK', '改用其他帳號', '改用其他帳戶'],
  ['zh-HK', '手提電話', '手機號碼'],
] as const)('would find another spelling in %s: %s', (language, other, ours) => {
  expect(otherSpellings[language].test(other)).toBe(true)
  expect(otherSpellings[language].test(ours)).toBe(false)
})
