import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { chunkGroups, preloadFrame } from './first-screen.ts'
import { offlineWorker } from './offline-worker.ts'
import { timeStampReader } from './time-stamp-reader.ts'
import { words } from './words-plugin.ts'

/** Words are in a folder of each language, by which a device tells which of them it needs; their sets are in no name, for the first code has all names. */
const chunkName = (module: string | null | undefined): string => {
  const language = /^\0virtual:words\/(\w+)\//.exec(module ?? '')?.[1]
  return language ? `assets/${language}/[hash:7].js` : 'assets/[name]-[hash:7].js'
}

const server = process.env.VIGILUX_SERVER ?? 'http://localhost:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    words(),
    preloadFrame(),
    timeStampReader(),
    offlineWorker(),
    // The server hands these out as they are: compressed once, as well as can be, not for every browser anew.
    compression({
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      threshold: 1024,
      include: /\.(html|css|json|js|svg|wasm)$/,
    }),
  ],
  // Spreadsheets are packed by it in workers made of text, which the policy of the page forbids.
  resolve: { alias: [{ find: /^fflate$/, replacement: `${import.meta.dirname}/src/shared/zip-in-place.ts` }] },
  server: {
    proxy: {
      '/api': server,
      '/files': server,
      '/manuals': server,
      '/dev': server,
      '/realtime': { target: server, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The first code names all chunks, and hashes do not compress: 42 bits tell builds of one file apart.
        chunkFileNames: ({ facadeModuleId }) => chunkName(facadeModuleId),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
})
