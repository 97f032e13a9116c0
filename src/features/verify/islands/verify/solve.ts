import { firstWord } from './sha256.ts'

/** Milliseconds for which the page may be kept from answering: less than a frame. */
const chunk = 10
/** Hashes between two looks at the clock. */
const batch = 256

/**
 * A number whose SHA-256 after `verifyId` and a colon begins with `bits` zero bits. Null when it is not wanted any
 * more.
 */
export async function solve(verifyId: string, bits: number, isWanted: () => boolean): Promise<string | null> {
  for (let nonce = 0; isWanted(); await pause()) {
    const until = performance.now() + chunk
    while (performance.now() < until)
      for (const end = nonce + batch; nonce < end; nonce++)
        if (Math.clz32(firstWord(`${verifyId}:${nonce}`)) >= bits) return `${nonce}`
  }
  return null
}

/** Lets the page draw, and answer to what somebody does. */
function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0))
}
