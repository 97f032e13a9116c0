import { mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectEmbedded } from '#platform/server/db/embedded.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'
import { visitorsHaveAddresses } from '../shared.ts'

/** Another server over a shop's database and pictures, as behind a balancer. It is to be stopped before the shop is. */
export async function openSecondNode(shop: RunningShop): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'violet-e2e-'))
  await symlink(join(shop.dataDir, 'media'), join(dataDir, 'media'))
  return openNode(shop, dataDir)
}

/** Opens one that was stopped, where it was. */
export function reopen(node: RunningShop, shop: RunningShop): Promise<RunningShop> {
  return openNode(shop, node.dataDir, node.port)
}

async function openNode(shop: RunningShop, dataDir: string, port?: number): Promise<RunningShop> {
  const { url } = (await connectEmbedded(shop.dataDir))!
  const env = visitorsHaveAddresses
  return openShop({ demo: true, databaseUrl: url, env, dataDir, ...(port === undefined ? {} : { port }) })
}
