import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const folder = fileURLToPath(new URL('build/site', import.meta.url))

/** The bundle that `npm start` runs: the server in few files (docs/decisions/0030). */
export default defineConfig({
  plugins: [keepAddresses()],
  publicDir: false,
  ssr: {
    noExternal: true,
    // Packages with native code, WebAssembly or data files, and packages that few sites load.
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
    ],
  },
  build: {
    ssr: 'src/cli/run-site.ts',
    outDir: folder,
    target: 'node24',
    rolldownOptions: {
      output: {
        entryFileNames: 'run-site.js',
        // In the same folder as the entry, so that all relative addresses start there.
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the source text, with two bytes per character if any is not ASCII.
        charset: 'ascii',
        comments: false,
      },
    },
  },
})

/** Keeps `import.meta.url` at the address of the source, so that files next to a source are still found. */
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
