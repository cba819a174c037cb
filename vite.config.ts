import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // One style sheet: three small ones are three requests before the first paint.
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: false },
  // The server bundle carries React and the router itself: it starts faster, and is React's production build
  // whatever NODE_ENV says.
  ssr: { noExternal: command === 'build' ? true : undefined },
}))
