import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkScripts } from './src/app/bundling/chunk-scripts.ts'
import { emptyDocumentPages } from './src/app/bundling/empty-document-pages.ts'
import { slimContracts } from './src/app/bundling/slim-contracts.ts'
import routes from './src/app/web/routes.ts'

export default defineConfig(({ command }) => ({
  plugins: [emptyDocumentPages(routes), slimContracts(), chunkScripts(), tailwindcss(), reactRouter()],
  // One style sheet, because three small ones are three requests before the first paint.
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false },
  // The server bundle includes React and the router, which makes it start faster.
  ssr: { noExternal: command === 'build' ? true : undefined },
  environments: {
    ssr: {
      // Always React's production build, because the development build takes three times as long to render.
      define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
      // V8 keeps the source text, with two bytes per character if any is not ASCII.
      build: { minify: true, rolldownOptions: { output: { charset: 'ascii' } } },
    },
  },
}))
