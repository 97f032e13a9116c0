import { expect } from 'vitest'
import type { WholeShop } from '../whole-shop.ts'

/** The inside of the `main` element of a document. */
export function mainOf(html: string): string {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)![1]!
}

/**
 * The inside of `main` of a page that a theme's templates make, as soon as it has `wanted`: the first request starts the
 * threads that render them, and may be answered by the default page before.
 */
export async function templatedMain(
  shop: Pick<WholeShop, 'get'>,
  path: string,
  wanted: string,
): Promise<string> {
  let main = ''
  await expect
    .poll(
      async () => {
        const { status, body } = await shop.get(path)
        expect(status).toBe(200)
        main = mainOf(body)
        return main
      },
      { timeout: 90_000 },
    )
    .toContain(wanted)
  return main
}
