import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/db.ts'
import type { Assets } from '#platform/server/pages/document.ts'
import { hrefsOf } from '#wire/stylesheets.ts'
import { createApp, type App } from './app.ts'
import { openBehindDemo } from './demo/into-empty.ts'

export interface DevelopmentOptions {
  config: Config
  log: Logger
  databaseUrl: string
  say: (line: string) => void
}

/** The app over sources served by Vite: nothing is cached, and pages load the hot reload client. */
export async function openDevelopment(options: DevelopmentOptions): Promise<{
  handle: (request: IncomingMessage, response: ServerResponse) => void
  upgrade: App['upgrade']
  close: () => Promise<void>
}> {
  const { config, log, databaseUrl } = options
  const db = openDatabase({ url: databaseUrl, pool: config.databasePool, log })
  const { say } = options
  const app = await openBehindDemo({ config, db, now: new Date(), say }, () =>
    createApp({
      config,
      log,
      db,
      databaseUrl,
      assets,
      clientDir: null,
      version: import.meta.env.VIOLET_VERSION,
      jobs: true,
    }),
  )
  await app.server.ready()
  return {
    handle: (request, response) => app.server.routing(request, response),
    upgrade: app.upgrade,
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}

const assets: Assets = {
  build: 'development',
  script: '/src/app/browser.ts',
  styles: hrefsOf((name) => `/src/app/styles/${name}.css`),
  firstStyles: null,
  chunksFor: () => [],
  devHead: [
    '<script type="module" src="/@vite/client"></script>',
    '<script type="module">import RefreshRuntime from "/@react-refresh";RefreshRuntime.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;window.__vite_plugin_react_preamble_installed__=true</script>',
  ].join(''),
}
