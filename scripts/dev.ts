/*
 * `npm run dev`: the shop with hot reload. Vite serves the sources to the browser (islands and styles are
 * replaced in place) and runs the server's sources; a change to those makes a new app for the next request.
 */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createVite, isRunnableDevEnvironment, type ViteDevServer } from 'vite'
import { readConfig } from '#platform/server/config.ts'
import { openEmbedded } from '#platform/server/db/embedded.ts'
import { makeDataFolder, makePrivateFolder } from '#platform/server/files/private-folder.ts'
import { openLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { wantsLive } from '#platform/server/live.ts'

type AppModule = typeof import('../src/app/development.ts')

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const log = openLog(config.logLevel)
const say = (line: string): void => console.log(line)

await makeDataFolder(config.dataDir)
await makePrivateFolder(config.mediaDir)
const embedded =
  config.databaseUrl === null ? await openEmbedded({ dataDir: config.dataDir, log: say }) : null
const databaseUrl = config.databaseUrl ?? embedded!.url
try {
  await migrate({ url: databaseUrl, directory: 'db/migrations', log: say })
} catch (error) {
  await embedded?.stop()
  throw error
}

const front = createHttpServer({
  shouldUpgradeCallback: (request) => wantsLive(request) || wantsVite(request),
})
front.on('upgrade', (request, socket, head) => {
  // Vite has a listener of its own.
  if (!wantsLive(request)) return
  serve().then(
    (app) => app.upgrade(request, socket, head),
    () => socket.destroy(),
  )
})
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: front } },
  mode: 'development',
  clearScreen: false,
})
type DevelopmentApp = Awaited<ReturnType<AppModule['openDevelopment']>>
let running: Promise<DevelopmentApp> | null = null

vite.watcher.on('change', (file) => {
  // What only the browser runs is replaced by Vite itself.
  const module = vite.environments.ssr?.moduleGraph.getModulesByFile(file)
  if (!module || module.size === 0) return
  const old = running
  running = null
  vite.ws.send({ type: 'full-reload' })
  void old?.then((app) => app.close())
})

front.on('request', (request, response) => {
  vite.middlewares(request, response, () => {
    void serve().then(
      (app) => app.handle(request, response),
      (error: unknown) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
        log.error({ err: error }, 'the sources could not be loaded')
        response
          .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
          .end('The sources could not be loaded; the terminal says why.')
      },
    )
  })
})

front.listen(config.port, config.host, () =>
  say(`Violet (development) is open at http://localhost:${config.port}`),
)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void (async () => {
      front.close()
      await (await running?.catch(() => null))?.close()
      await vite.close()
      await embedded?.stop()
      process.exit(0)
    })()
  })
}

/** Hot reload has a protocol of its own name. */
function wantsVite({ headers }: IncomingMessage): boolean {
  return headers['sec-websocket-protocol']?.startsWith('vite-') ?? false
}

async function serve(): Promise<DevelopmentApp> {
  running ??= load(vite).catch((error: unknown) => {
    running = null
    throw error
  })
  return running
}

async function load(server: ViteDevServer): Promise<DevelopmentApp> {
  const environment = server.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new Error('Vite has no runnable server environment')
  const { openDevelopment } = (await environment.runner.import('/src/app/development.ts')) as AppModule
  return openDevelopment({ config, log, databaseUrl, say })
}
