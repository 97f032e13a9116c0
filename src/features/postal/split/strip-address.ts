import type { FoundAddress } from '../contract.ts'

/** What was found in a text: the person's name still in one piece. */
export interface Found {
  country: string
  parts: Parts
}
export type Parts = FoundAddress['parts'] & { name?: string }

/** A text with what is no part of the address taken out of it. */
export interface Stripped {
  text: string
  phone: string
  email: string
  /** By a word before it: "收货人：张三". */
  name: string
}

/** What can be told by its look alone, wherever it stands. */
export function strip(whole: string): Stripped {
  let text = whole
    .normalize('NFKC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u200b-\u200f\ufeff]/g, '')
  const name = nameLabel.exec(text)?.[1]?.trim() ?? ''
  if (name !== '') text = text.replace(nameLabel, '\n')
  const email = emailAddress.exec(text)?.[0] ?? ''
  if (email !== '') text = text.replace(email, '\n')
  const phone = findPhone(text)
  if (phone !== '') text = text.replace(phone, '\n')
  text = text.replace(labels, '\n')
  // A title of what follows, with nothing on its line.
  text = text.replace(/[<>[\]【】「」]/g, ' ')
  return { text: text.replace(/[ \t]+/g, ' ').trim(), phone: phone.trim(), email, name }
}

// Begins where a word begins, and has one `@`: a thousand of them are looked at once, not each from each.
const emailAddress = /(?<![^\s,;:<>，；：])[^\s@,;:<>，；：]{1,64}@[^\s@,;:<>，；：]+\.[a-z]{2,}/i

const phones = [
  // With the code of its country.
  /(?<![\d\w])(?:\+|00)\d{1,3}[\s.-]?\(?\d(?:[\s().-]{0,2}\d){5,12}(?!\d)/,
  // A mobile number of China, then one of Taiwan.
  /(?<!\d)1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)/,
  /(?<!\d)09\d{2}[\s-]?\d{3}[\s-]?\d{3}(?!\d)/,
  // A landline with its area code, in China and Taiwan, then in North America.
  /(?<!\d)0\d{1,3}-\d{7,8}(?!\d)/,
  /(?<![\d-])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?!\d)/,
  // By a word before it.
  /(?<=(?:电话|電話|手机|手機|phone|tel|mobile|cell|tél)[^\d+\n]{0,6})\d[\d\s().-]{5,16}\d/i,
  // Hong Kong, Macau, Singapore: eight digits in two groups, or a line of their own.
  /(?<![\d-])[2-9]\d{3}[\s-]\d{4}(?![\d-])/,
  /(?<=^|\s)[5-9]\d{7}(?=\s|$)/m,
]

function findPhone(text: string): string {
  for (const pattern of phones) {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return ''
}

const labels =
  /(?:^|(?<=[\s,;，；。]))(?:收货人|收貨人|收件人|姓名|联系人|聯絡人|手机号码|手机号|手機號碼|手机|手機|联系电话|聯絡電話|电话号码|電話號碼|电话|電話|所在地区|所在地區|详细地址|詳細地址|收货地址|收貨地址|送貨地址|收件地址|地址|邮政编码|邮编|郵政編號|郵遞區號|name|recipient|full name|attn\.?|attention|address|street|phone|tel(?:ephone)?|mobile|cell|e-?mail|zip(?: code)?|postal code|postcode|plz|adresse|tél)\s*[.:：=]\s*/giu

const nameLabel =
  // oxlint-disable-next-line house/slow-pattern -- a pasted address has at most 1000 characters
  /(?:收货人|收貨人|收件人|姓名|联系人|聯絡人|full name|recipient|name)\s*[:：=]\s*([^\n,，;；]+?)(?=\s*(?:[\n,，;；]|$|\s(?:手机|手機|电话|電話|联系|聯絡|地址|所在|phone|tel|mobile|address)))/iu
