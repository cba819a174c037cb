import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const folder = fileURLToPath(new URL('build/site', import.meta.url))

/** What `npm start` runs: the server in few files (docs/decisions/0034). */
export default defineConfig({
  plugins: [keepAddresses()],
  publicDir: false,
  ssr: {
    noExternal: true,
    // Machine code, WebAssembly or files of their own, or loaded by few sites alone.
    external: [
      '@aws-sdk/client-s3',
      '@electric-sql/pglite',
      '@fastify/swagger-ui',
      '@node-rs/argon2',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      '@simplewebauthn/server',
      'age-encryption',
      'pdfkit',
      'sharp',
      'vite',
    ],
  },
  build: {
    ssr: 'src/app/server/run-site.ts',
    outDir: folder,
    target: 'node24',
    rolldownOptions: {
      output: {
        entryFileNames: 'run-site.js',
        // Beside it, so that every address in them begins in the same folder.
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the text, two bytes a letter where one of them is not in ASCII.
        charset: 'ascii',
        comments: false,
      },
    },
  },
})

/** A file that lies beside a source is read from there: the source's own address stays what it was. */
function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    transform: {
      filter: { id: /[/\\]src[/\\].*[.]ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const path = relative(folder, id).split(sep).join('/')
        return { code: code.replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`), map: null }
      },
    },
  }
}
