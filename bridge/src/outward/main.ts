import { lockFolder } from '../platform/folder-lock.ts'
import { SettingsError } from '../setting-values.ts'
import { startOutward } from './outward.ts'
import { type OutwardSettings, outwardUsage, readOutwardSettings } from './outward-settings.ts'
import type { SourceEnd } from './plant-source.ts'

/** Neither a restart nor waiting changes these ends, so the service manager does not restart the process. */
const finalExitCode = 2

const endTexts: Record<SourceEnd, string> = {
  tokenEnded: 'The access token has ended, or does not cover the plant. Make a new one and start again.',
  plantGone: 'The plant does not exist for this access token any more. Nothing is offered.',
}

const print = (event: string, details: object = {}): void =>
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...details }))

const exitWith = (text: string): never => {
  console.error(text)
  process.exit(finalExitCode)
}

const settingsOrExit = (): OutwardSettings => {
  try {
    return readOutwardSettings(process.argv.slice(3), process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return exitWith(`${error.problems.join('\n')}\n\n${outwardUsage}`)
  }
}

if (process.argv.includes('--help')) {
  console.error(outwardUsage)
  process.exit(0)
}
const settings = settingsOrExit()
const unlock =
  (await lockFolder(settings.state)) ??
  exitWith(`Another bridge uses the folder ${settings.state}. Each needs one of its own.`)

const onEnd = (reason: SourceEnd): void => {
  print('bridge ended', { reason })
  unlock()
  exitWith(endTexts[reason])
}

const start = (): { close(): Promise<void> } => {
  try {
    return startOutward({ settings, print, onEnd })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return exitWith(error.message)
  }
}

print('bridge started', { plant: settings.plantId })
const outward = start()

const stop = async (): Promise<void> => {
  await outward.close()
  unlock()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
