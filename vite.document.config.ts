import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { slimContracts } from './src/app/bundling/slim-contracts.ts'

/**
 * The scripts of public pages, which are plain documents. Preact stands in for React, because it is a tenth of the size
 * (docs/decisions/0038). Runs after the build of the pages and adds to their folder.
 */
export default defineConfig({
  plugins: [slimContracts(), withoutStyles()],
  publicDir: false,
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: 'react-router', replacement: fileURLToPath(new URL('src/app/web/document/link.tsx', import.meta.url)) },
    ],
  },
  build: {
    outDir: 'build/client',
    emptyOutDir: false,
    target: 'es2022',
    manifest: '.vite/document-scripts.json',
    rolldownOptions: {
      input: 'src/app/web/document/start-document.ts',
      output: {
        codeSplitting: {
          groups: [
            // Otherwise Preact would be part of the script that every page loads.
            { name: 'preact', test: /node_modules\/preact\// },
            // The first script uses these too, and would otherwise load the following group.
            { name: 'first', test: /\/(browser-storage|impersonation)\.ts$|preload-helper/, priority: 1 },
            // Every form needs these, and each file costs a request.
            {
              name: 'calls',
              test: /\/src\/.*\/(call|request|session|class-names|document-session|start-session)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})

/** The one style sheet of the pages has the styles of these components too. */
function withoutStyles(): Plugin {
  const empty = '\0no-styles'
  return {
    name: 'without-styles',
    enforce: 'pre',
    resolveId: { filter: { id: /\.css$/ }, handler: () => empty },
    load: { filter: { id: /^\0no-styles$/ }, handler: () => '' },
  }
}
