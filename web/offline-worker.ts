import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { firstChunks } from './first-screen.ts'
import type { CachedFile } from './src/offline-worker/cached-files.ts'

const source = join(import.meta.dirname, 'src/offline-worker/main.ts')

/** Parts nobody needs offline, by chunk or file: documents, codes to print, office pages, outlines of countries. */
const excludedFiles =
  /^(time-stamp-token|sheet\.worker|workbook|zxing_writer|countries-\w+|MapCanvas|Office\w*|Audit\w*)\b/
/** The document and its type, which each page needs. */
const shellPattern = /^index\.html$|\.woff2$/
const cachedFilePattern = /\.(html|js|css|wasm)$|latin(-ext)?-wght-normal.*\.woff2$/

type BuildOutput = { type: string; name?: string; names?: string[]; source?: string | Uint8Array }
const nameOf = ({ name, names }: BuildOutput): string => name ?? names?.[0] ?? ''

/** The product's files for storage on a device, each with its revision if the name has none. */
const listCachedFiles = (bundle: Record<string, BuildOutput>): CachedFile[] => {
  const document = String(bundle['index.html']?.source ?? '')
  const isShell = (file: string, built: BuildOutput): boolean =>
    shellPattern.test(file) || firstChunks.includes(nameOf(built)) || document.includes(`/${file}"`)
  return Object.entries(bundle)
    .filter(
      ([file, built]) =>
        cachedFilePattern.test(file) && !excludedFiles.test(nameOf(built)) && !file.startsWith('verify/'),
    )
    .map(([name, built]) => ({
      url: `/${name}`,
      isShell: isShell(name, built),
      revision: name.startsWith('assets/')
        ? null
        : createHash('sha256')
            .update(built.source ?? '')
            .digest('hex')
            .slice(0, 16),
    }))
}

/** The worker as one script: one of modules would have to fetch its parts before it can answer anything. */
const bundleWorker = async (files: CachedFile[]): Promise<string> => {
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    define: { CACHED_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2022', lib: { entry: source, formats: ['iife'], name: 'serviceWorker' } },
  })
  const [result] = Array.isArray(made) ? made : [made]
  const [chunk] = result && 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error('the service worker could not be put into one script')
  return chunk.code
}

/** Builds the service worker last, with the names of all files a device stores to open without a network. */
export const offlineWorker = (): Plugin => ({
  name: 'vigilux-offline-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      this.emitFile({
        type: 'asset',
        fileName: 'offline-worker.js',
        source: await bundleWorker(listCachedFiles(bundle as never)),
      })
    },
  },
})
