import type { Command } from 'commander'
import { findInquiry, listInquiries, type InquiryRow } from '#features/inquiries/shop/read.ts'
import { mediaUrl } from '#features/media/contract.ts'
import { withShop } from './shop.ts'
import { Failure, table, writeOut } from './terminal.ts'

export function addInquiries(program: Command): void {
  const inquiries = program.command('inquiries').description('read what visitors have written to the shop')

  inquiries
    .command('list')
    .description('list inquiries, oldest first')
    .option('--form <address>', 'only those of one form')
    .option('--json', 'print one JSON object in each line', false)
    .action(list)

  inquiries
    .command('show')
    .description('show one inquiry')
    .argument('<number>', 'as in the list and in the mails')
    .option('--json', 'print it as JSON', false)
    .action(show)

  inquiries
    .command('export')
    .description('print all inquiries, one JSON object in each line')
    .option('--form <address>', 'only those of one form')
    .option('--json', 'as it does anyway', false)
    .action((flags: { form?: string }) => list({ ...flags, json: true }))
}

async function list(flags: { form?: string; json: boolean }): Promise<void> {
  await withShop(async ({ config, db }) => {
    const origin = config.publicUrl ?? ''
    const rows: string[][] = []
    await listInquiries(db, flags.form ?? null, async (inquiry) => {
      if (flags.json) await writeOut(`${JSON.stringify(asJson(inquiry, origin))}\n`)
      else rows.push(asRow(inquiry))
    })
    if (!flags.json)
      await writeOut(`${table([['NUMBER', 'WRITTEN', 'FORM', 'FROM', 'PICTURES', 'BEGINS'], ...rows])}\n`)
  })
}

async function show(number: string, flags: { json: boolean }): Promise<void> {
  await withShop(async ({ config, db }) => {
    const inquiry = await findInquiry(db, number)
    if (inquiry === null) throw new Failure(`the shop has no inquiry ${JSON.stringify(number)}`)
    const origin = config.publicUrl ?? ''
    if (flags.json) return writeOut(`${JSON.stringify(asJson(inquiry, origin))}\n`)
    const facts = inquiry.contact.map(({ label, value }) => `${label}: ${value}`)
    const about = inquiry.product === null ? [] : [`Product: ${inquiry.product}`]
    const head = `${inquiry.number}  ${inquiry.form}  ${inquiry.createdAt.toISOString()}  ${inquiry.locale}`
    const pictures = picturesOf(inquiry, origin)
    await writeOut(
      `${[head, ...facts, ...about, '', inquiry.content, ...pictures].map(printable).join('\n')}\n`,
    )
  })
}

function asJson({ id: _, ...inquiry }: InquiryRow, origin: string): object {
  return { ...inquiry, pictures: picturesOf(inquiry, origin) }
}

function picturesOf({ pictures }: Pick<InquiryRow, 'pictures'>, origin: string): string[] {
  return pictures.map((key) => `${origin}${mediaUrl(key, 1920, 'jpg')}`)
}

function asRow({ number, createdAt, form, contact, pictures, content }: InquiryRow): string[] {
  const from = contact.find(({ kind }) => kind === 'email')?.value ?? contact[0]?.value ?? ''
  const begins = content.replace(/\s+/g, ' ').slice(0, 60)
  return [number, createdAt.toISOString(), form, from, String(pictures.length), begins].map(printable)
}

/** A stranger's words in a terminal: line breaks, and nothing that could move its cursor. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '�')
}
