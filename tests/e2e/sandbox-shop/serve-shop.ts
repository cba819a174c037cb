import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Serves the shop with a content policy that allows only its own files and the sandbox's. */
export async function serveShop(script: string, sandboxUrl: string) {
  const policy =
    `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; ` +
    `connect-src 'self' ${sandboxUrl}; style-src 'self'`
  const page = `<!doctype html><html lang="en"><head><title>Shop</title>
    <meta name="viewport" content="width=device-width" />
    <script src="${sandboxUrl}/stripe.js"></script></head>
    <body><main id="root"></main><script src="/shop.js" defer></script></body></html>`
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js'
    response.writeHead(200, {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': policy,
    })
    response.end(isScript ? script : page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export async function bundleShop(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      rollupOptions: {
        input: fileURLToPath(new URL('shop.tsx', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'shop.js' },
      },
    },
  })
  const output = Array.isArray(result) ? result[0] : result
  const chunk = output && 'output' in output ? output.output.find((file) => file.type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('The shop was not bundled.')
  return chunk.code
}
