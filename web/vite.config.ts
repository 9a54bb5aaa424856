import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { chunkGroups, filesOfPages, firstChunks, preloadFrame } from './first-screen.ts'
import { offlineWorker } from './offline-worker.ts'
import { timeStampReader } from './time-stamp-reader.ts'
import { textsPlugin, textsRelease } from './words-plugin.ts'

/**
 * The first code has the names of all chunks, so they are short: all words share one hash. A device chooses words by
 * their language's folder, and servers without a demo recognize its chunks by name.
 */
const chunkName = ({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }): string => {
  const [, language, set] = /^\0virtual:words\/(\w+)\/(\w+)/.exec(facadeModuleId ?? '') ?? []
  if (language) return `assets/${language}/${set}-${textsRelease()}.js`
  return firstChunks.includes(name) || /demo/i.test(`${facadeModuleId} ${name}`)
    ? 'assets/[name]-[hash:7].js'
    : 'assets/[hash:7].js'
}

/**
 * Files as the server hands them out: compressed once, instead of for every browser. As small as can be takes three
 * quarters of the time of a build; quickly they are a tenth larger.
 */
const compressed = () =>
  compression({
    algorithms: [
      defineAlgorithm('brotliCompress', {
        params: { [constants.BROTLI_PARAM_QUALITY]: process.env.COMPRESSION === 'quick' ? 9 : 11 },
      }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
    threshold: 1024,
    include: /\.(html|css|json|js|svg|wasm)$/,
  })

const scopedNames = new Map<string, string>()

/** The name of a class in a page: its sheet and class while developing, five letters in a build. */
const scopedName = (isBuild: boolean) => (name: string, file: string) => {
  const source = `${relative(import.meta.dirname, file).replaceAll('\\', '/')} ${name}`
  if (!isBuild) return `${basename(file, '.module.css')}-${name}`
  const short = `_${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`
  const other = scopedNames.get(short)
  if (other !== undefined && other !== source) throw new Error(`${source} and ${other} have one name: rename a class`)
  scopedNames.set(short, source)
  return short
}

/** Keeps the style sheets, of whose code nothing is left once the build has written the names into components. */
const keepStyles = (): Plugin => ({
  name: 'vigilux-keep-styles',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
})

const server = process.env.VIGILUX_SERVER ?? 'http://localhost:8080'

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    textsPlugin(),
    preloadFrame(),
    timeStampReader(),
    offlineWorker(),
    keepStyles(),
    ...(process.env.COMPRESSION === 'none' ? [] : [compressed()]),
  ],
  // Spreadsheets are packed by it in workers made of text, which the policy of the page forbids.
  resolve: { alias: [{ find: /^fflate$/, replacement: `${import.meta.dirname}/src/shared/zip-in-place.ts` }] },
  css: { modules: { generateScopedName: scopedName(command === 'build') } },
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
    modulePreload: { resolveDependencies: filesOfPages() },
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The first code names all chunks, and hashes do not compress: 42 bits tell builds of one file apart.
        chunkFileNames: chunkName,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
}))
