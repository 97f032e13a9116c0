import { no, type No } from '#domain/result.ts'

export function emptyCart(): No<{ code: string }> {
  return no({ code: 'unknown_cart' })
}
