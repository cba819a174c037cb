import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/site/start-site.ts'

/** Starts bare Fastify, and nginx if it is installed, with the same bytes as the site and the site's database. */
export async function startBareServers(page: Buffer, json: string, databaseUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-bench-'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'packages.json'), json)
  const fastify = spawn(process.execPath, [
    'bench/baseline/bare-server.ts',
    join(folder, 'index.html'),
    join(folder, 'packages.json'),
    databaseUrl,
  ])
  const [origin] = await once(fastify.stdout, 'data')
  const nginx = await startNginx(folder)
  return {
    fastify: String(origin).trim(),
    nginx: nginx?.url,
    stop() {
      fastify.kill()
      nginx?.stop()
    },
  }
}

async function startNginx(folder: string) {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log /dev/null; events {}
http { access_log off; types { text/html html; } open_file_cache max=10; keepalive_requests 10000000;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  )
  // Root starts nginx, but its worker reads the files as another user.
  execFileSync('chmod', ['-R', 'a+rX', folder])
  const server = spawn('nginx', ['-c', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/index.html`
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) break
  }
  return { url, stop: () => server.kill() }
}
