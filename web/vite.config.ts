import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { words } from './words-plugin.ts'

const server = process.env.VIGILUX_SERVER ?? 'http://localhost:8080'

/** Libraries every page needs, in chunks that outlive a release; what only some pages need stays with those pages. */
function chunkOf(id: string): string | null {
  if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react'
  if (/node_modules\/@tanstack\/(history|router-core|react-router|store|react-store|query-core|react-query)\//.test(id))
    return 'tanstack'
  if (/node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements)\//.test(id)) return 'i18n'
  return null
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    words(),
    // The server hands these out as they are: compressed once, as well as can be, not for every browser anew.
    compression({
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      threshold: 1024,
    }),
  ],
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/dev': server,
      '/realtime': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf, debugName: 'libraries and words' }] } } },
  },
})
