import { join } from 'node:path'
import { machineClock } from '../clock.ts'
import { Lunatone } from '../gateway/lunatone.ts'
import { openPanel } from '../panel/panel.ts'
import { lockFolder } from '../platform/folder-lock.ts'
import { Journal } from '../platform/journal.ts'
import { MomentStore } from '../platform/moment-store.ts'
import { PlatformLink } from '../platform/platform-link.ts'
import { SettingsError } from '../setting-values.ts'
import { readSettings, type Settings, usage } from '../settings.ts'
import { factoryState } from './bridge-state.ts'
import { DaliUnit } from './dali-unit.ts'

const print = (event: string, details: object = {}): void =>
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...details }))

const settingsOrExit = (): Settings => {
  try {
    return readSettings(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(`${error.problems.join('\n')}\n\n${usage}`)
    process.exit(2)
  }
}

if (process.argv.includes('--help')) {
  console.error(usage)
  process.exit(0)
}
const settings = settingsOrExit()
const unlock = await lockFolder(settings.state)
if (!unlock) {
  console.error(`Another bridge uses the folder ${settings.state}. Each bridge needs one of its own.`)
  process.exit(2)
}

const journal = new Journal({
  folder: settings.state,
  initial: { ...factoryState(), isEnrolled: settings.isEnrolled },
  onDamage: (line) => print('a line of the journal cannot be read and is left out', { line }),
})
const gateway = new Lunatone({ url: settings.gateway, clock: machineClock })
gateway.listen((event) => {
  if (event.kind === 'opened') print('gateway connected', { ...event.info })
  if (event.kind === 'closed') print('gateway away', { why: event.why })
  if (event.kind === 'bus') print('bus', { line: event.line + 1, status: event.status })
})
const unit = new DaliUnit({
  clock: machineClock,
  gateway,
  journal,
  moments: new MomentStore(join(settings.state, 'moments')),
  testSpreadS: settings.testSpreadS,
  link: (own) =>
    new PlatformLink({
      url: settings.platform,
      unit: settings.unit,
      password: settings.password,
      ca: settings.ca,
      numbers: () => ({ life: journal.state.life, boot: journal.state.boot }),
      reportedTime: own.time.reportedTime,
      onConnected: () => {
        print('platform connected')
        own.connected()
      },
      onCommand: (command) => void own.desk.receive(command),
      onAck: (ack) => own.acknowledge(ack),
      onTrouble: (why) => print('platform away', { why }),
    }),
})
const panel = settings.panel
  ? await openPanel({
      ...settings.panel,
      unit: settings.unit,
      front: () => unit.front,
      press: (keys) => unit.press(keys),
    })
  : null
gateway.listen((event) => {
  if (event.kind === 'opened' && settings.isEnrolled) unit.scanWhenEmpty()
})
print('bridge started', { unit: settings.unit, panelPort: panel?.port ?? null })
unit.start()

const stop = async (): Promise<void> => {
  await panel?.close()
  await unit.close()
  unlock()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
// A killed demo leaves no bridge behind.
process.once('disconnect', stop)
