import { no, type No } from '#domain/result.ts'

/** Nobody learns when the limit ends. */
export function refuseOften(): No<{ name: string }> {
  return no({ name: 'too_many_requests' })
}
