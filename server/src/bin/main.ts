import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, demoConfig, listUnused, productionConfig } from '../config/config.ts'

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const isBuilt = existsSync(join(webRoot, 'index.html'))

/** `--check` only reads the settings: `npm run check-settings`. */
const checksOnly = process.argv.includes('--check')
const mode: Config['mode'] = process.argv.includes('--demo') ? 'demo' : 'production'

const refuse = (lines: readonly string[]): never => {
  console.error(lines.join('\n'))
  process.exit(2)
}

const readConfig = (): Config => {
  const needsBuild = mode === 'production' && !checksOnly && !isBuilt
  const problems = needsBuild ? [`The web client is not built (${webRoot} is missing): run npm run build`] : []
  try {
    const config = mode === 'demo' ? demoConfig(process.env) : productionConfig(process.env)
    return problems.length > 0 ? refuse(problems) : config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return refuse([error.message, ...problems])
  }
}

const config = readConfig()
const unused = listUnused(process.env, mode)
if (checksOnly) {
  console.log('The settings are complete.')
  if (unused.length > 0) console.log(`Without effect, because they are not settings: ${unused.join(', ')}`)
} else {
  // Loaded only now: wrong settings are reported before the product, which takes seconds to load on a small machine.
  const { serve } = await import('./serve.ts')
  await serve({ config, unused, ...(isBuilt && { webRoot }) })
}
