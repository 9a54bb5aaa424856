import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const source = join(import.meta.dirname, '../contract/src/features/logbook/time-stamp-token.ts')

/**
 * The reader of time stamps, with its library, as one script to define `timeStampReader`: for the verifier taken along
 * by people, one file without libraries beside it.
 */
export const bundleTimeStampReader = async (): Promise<string> => {
  const made = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', lib: { entry: source, formats: ['iife'], name: 'timeStampReader' } },
  })
  const [result] = Array.isArray(made) ? made : [made]
  const [chunk] = result && 'output' in result ? result.output : []
  if (chunk?.type !== 'chunk') throw new Error('what reads time stamps could not be put into one script')
  return chunk.code
}

/** Puts it beside the pages, where the server finds it when somebody asks for the verifier. */
export const timeStampReader = (): Plugin => ({
  name: 'time-stamp-reader',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'verify/time-stamps.js', source: await bundleTimeStampReader() })
  },
})
