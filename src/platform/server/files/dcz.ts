import { constants, zstdCompress, zstdCompressSync, type ZstdOptions } from 'node:zlib'

/*
 * The encoding `dcz` of RFC 9842: zstd with a dictionary that the browser has. In front stand a magic number and the
 * dictionary's hash: without them the answer is unreadable.
 */

const magic = Buffer.from('5e2a4d1820000000', 'hex')

/** What is compressed with: its content, and the SHA-256 of it. */
export interface DczDictionary {
  readonly content: Buffer
  readonly hash: Buffer
}

/** @param level of zstd */
export function packDcz(plain: Buffer, { content, hash }: DczDictionary, level: number): Buffer {
  return Buffer.concat([magic, hash, zstdCompressSync(plain, options(content, level))])
}

/** The same in a thread of its own. */
export function packDczApart(
  plain: Buffer,
  { content, hash }: DczDictionary,
  level: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    zstdCompress(plain, options(content, level), (error, packed) =>
      error === null ? resolve(Buffer.concat([magic, hash, packed])) : reject(error),
    )
  })
}

function options(dictionary: Buffer, level: number): ZstdOptions {
  return { dictionary, params: { [constants.ZSTD_c_compressionLevel]: level } }
}

/** How a browser names a dictionary in `available-dictionary`: a byte sequence of RFC 8941. */
export function dictionaryName(hash: Buffer): string {
  return `:${hash.toString('base64')}:`
}
