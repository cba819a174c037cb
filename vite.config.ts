import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { slimContracts } from './src/app/server/slim-contracts.ts'

/** What every page runs is one file: it packs better than the ten that it would be shared out to. */
const chunks = [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|zustand)\// }]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [slimContracts(), tailwindcss(), reactRouter()],
  // One style sheet: three small ones are three requests before the first paint.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    ...(!isSsrBuild && { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } }),
  },
  // The server bundle carries React and the router itself: it starts faster, and is React's production build
  // whatever NODE_ENV says.
  ssr: { noExternal: command === 'build' ? true : undefined },
}))
