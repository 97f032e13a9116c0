import { themeVersion } from '#features/theming/queries.ts'
import type { Db } from '#platform/server/db/db.ts'
import { Failure } from '../terminal.ts'

/** The number of a version, as the operator types it. */
export function numberOf(version: string): number {
  if (!/^[1-9]\d{0,8}$/.test(version)) throw new Failure(`${version} is not the number of a version`)
  return Number(version)
}

export function noSuch(version: number): string {
  return `there is no version ${version}; see: violet theme list --versions`
}

/** Throws a `Failure` where the shop has no version of this number. */
export async function requireVersion(db: Db, version: number): Promise<void> {
  if ((await themeVersion(db, version)) === null) throw new Failure(noSuch(version))
}
