import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { packScripts } from './src/app/server/pack-scripts.ts'
import { slimContracts } from './src/app/server/slim-contracts.ts'

export default defineConfig(({ command }) => ({
  plugins: [slimContracts(), packScripts(), tailwindcss(), reactRouter()],
  // One style sheet: three small ones are three requests before the first paint.
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false },
  // The server bundle carries React and the router itself: it starts faster, and is React's production build
  // whatever NODE_ENV says.
  ssr: { noExternal: command === 'build' ? true : undefined },
  // V8 keeps its text, two bytes a letter where one of them is not in ASCII.
  environments: { ssr: { build: { minify: true, rolldownOptions: { output: { charset: 'ascii' } } } } },
}))
