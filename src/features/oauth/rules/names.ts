import { z } from 'zod'
import { writtenLine } from '#domain/written-text.ts'

/** Characters of a name that the shop stores. */
const most = 100

/** A name as a foreign server gives it: clean, in one line, and not too long. */
export function cleanName(name: unknown): string {
  if (typeof name !== 'string') return ''
  return [...writtenLine(name.normalize('NFC'))].slice(0, most).join('').trim()
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().default(''), lastName: z.string().default('') }),
})

/**
 * The names in a provider's claims. Who has only a whole name keeps it as the first.
 * @param user Apple's field of that name, in JSON; it comes by the browser: nothing but names is taken from it
 */
export function namesOf(
  claims: Readonly<Record<string, unknown>>,
  user: string,
): { firstName: string; lastName: string } {
  const firstName = cleanName(claims['given_name'])
  const lastName = cleanName(claims['family_name'])
  if (firstName !== '' || lastName !== '') return { firstName, lastName }
  const told = tellsName(user)
  return told ?? { firstName: cleanName(claims['name']), lastName: '' }
}

function tellsName(user: string): { firstName: string; lastName: string } | null {
  if (user === '') return null
  try {
    const parsed = appleUser.safeParse(JSON.parse(user))
    if (!parsed.success) return null
    const { firstName, lastName } = parsed.data.name
    return { firstName: cleanName(firstName), lastName: cleanName(lastName) }
  } catch {
    return null
  }
}
