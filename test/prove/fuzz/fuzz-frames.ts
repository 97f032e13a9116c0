import type { Case } from './fuzz-bodies.ts'
import { latin, type Pick } from './fuzz-pick.ts'

/*
 * What comes over the live channel once it is open.
 */

export function framesCase(pick: Pick): Omit<Case, 'name'> {
  const said = [
    '{',
    'null',
    '[]',
    '"',
    '{"code":200,"msg":"watch"}',
    '{"code":200,"msg":"ping"}',
    '{"code":200,"msg":"watch","data":{"products":["constructor"],"cart":false,"key":null}}',
    '{"code":200,"msg":"watch","data":{"products":[1],"cart":true,"key":"x"}}',
    '{"code":200,"msg":"watch","data":{"products":[9007199254740991,-1,1e400],"cart":false,"key":null}}',
    '{"__proto__":{"code":200},"msg":"constructor"}',
    '{"code":200,"msg":"watch","data":{"products":[],"cart":false,"key":"'.padEnd(3_900, 'k') + '"}}',
    '['.repeat(2_000),
    '\0',
  ]
  const frames = Array.from({ length: 1 + pick.below(6) }, () => {
    const payload = pick.below(3) === 0 ? pick.bytes(pick.below(300)) : latin(pick.of(said))
    return frame(pick, payload)
  })
  return { pieces: frames, awaits: 'frames', end: pick.end() }
}

/** As RFC 6455 has it, or nearly. */
function frame(pick: Pick, payload: Buffer): Buffer {
  const opcode = pick.of([1, 1, 1, 1, 0, 2, 3, 7, 8, 9, 10, 11, 15])
  const first = (pick.below(8) === 0 ? 0 : 0x80) | (pick.below(10) === 0 ? 0x10 << pick.below(3) : 0) | opcode
  const isMasked = pick.below(10) !== 0
  const bit = isMasked ? 0x80 : 0
  const told = pick.below(10) === 0 ? pick.of([0, 125, 126, 4_097, 65_536]) : payload.length
  const size =
    pick.below(20) === 0
      ? Buffer.from([bit | 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
      : told < 126
        ? Buffer.from([bit | told])
        : Buffer.from([bit | 126, (told >>> 8) & 255, told & 255])
  const mask = isMasked ? pick.bytes(4) : Buffer.alloc(0)
  const masked = isMasked ? payload.map((byte, index) => byte ^ mask[index % 4]!) : payload
  return Buffer.concat([Buffer.from([first]), size, mask, masked])
}
