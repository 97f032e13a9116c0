import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getOnce, type Exchange } from './exchange.ts'
import { serverCore, start } from './process.ts'

/**
 * nginx as people set it up for speed: one worker, files that were compressed beforehand, sendfile, no log. It
 * sends the shop's bytes with the shop's headers, but for the ETag, which it makes itself. Page n is at `/n`.
 */
export async function openNginx(
  folder: string,
  pages: readonly Exchange[],
): Promise<{ port: number; pid: number }> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  for (const [n, answer] of pages.entries()) await writeFile(join(folder, String(n)), answer.body)
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration(folder, port, pages))
  const child = start('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    core: serverCore,
  })
  for (let tries = 0; tries < 100; tries++) {
    const up = await getOnce(port, '/0').catch(() => null)
    if (up !== null) return { port, pid: child.pid! }
    if (child.exitCode !== null) throw new Error(`nginx ended: ${child.stderr?.read() ?? ''}`)
    await sleep(50)
  }
  throw new Error('nginx did not answer within 5 s')
}

function configuration(folder: string, port: number, pages: readonly Exchange[]): string {
  const locations = pages.map((answer, n) => {
    const headers: string[] = []
    for (let at = 0; at < answer.headers.length; at += 2) {
      const [name, value] = [answer.headers[at]!, answer.headers[at + 1]!]
      if (!/^(content-type|content-length|etag)$/i.test(name))
        headers.push(`add_header ${name} "${value.replaceAll('"', '\\"')}";`)
    }
    return `location = /${n} { root ${folder}; default_type "text/html; charset=utf-8"; ${headers.join(' ')} }`
  })
  return `daemon off; master_process off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 512; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 72; keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c; uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  server { listen 127.0.0.1:${port}; ${locations.join('\n    ')} }
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
