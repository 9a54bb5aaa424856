import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createClient } from '@vigilux/client'
import { maxOutwardUnits } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { machineClock } from '../clock.ts'
import { ConnectionReporter } from './connection-reporter.ts'
import { ManagedOutlet } from './managed-outlet.ts'
import { planOutlets } from './outlet-plans.ts'
import type { OutwardSettings } from './outward-settings.ts'
import { createPlantCommands } from './plant-commands.ts'
import { PlantSource, type SourceEnd } from './plant-source.ts'
import { UnitNumbers } from './unit-numbers.ts'

export type OutwardOptions = {
  settings: OutwardSettings
  print(event: string, details?: object): void
  onEnd(reason: SourceEnd): void
}

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Offers a plant to building systems. Interfaces open once the plant was read for the first time and the platform has
 * said which are switched on. They close when the token or the plant ends.
 * @throws RangeError if the state folder does not fit
 */
export const startOutward = ({ settings, print, onEnd }: OutwardOptions): { close(): Promise<void> } => {
  const { plantId, server, token } = settings
  const clock = machineClock
  const client = createClient({ server, token })
  const numbers = new UnitNumbers(settings.state, plantId)
  const closeAll = async (isFinal: boolean) => {
    source.stop()
    reporter.stop()
    await Promise.all(outlets.map((outlet) => outlet.close(isFinal)))
  }
  const source: PlantSource = new PlantSource({
    client,
    plantId,
    numbers,
    clock,
    print,
    onChange: () => {
      if (source.state) reporter.start()
      for (const outlet of outlets) outlet.changed()
    },
    onSwitched: () => reporter.reportSoon(),
    onEnd: (reason) => void closeAll(true).then(() => onEnd(reason)),
  })
  const commands = createPlantCommands({ client, plantId, isEnabled: settings.commands, source, print })
  const target = { state: () => source.state, commands, now: () => new Date() }
  const outlets: ManagedOutlet[] = planOutlets({ ...settings, clock, print }, target).map(
    (plan) => new ManagedOutlet({ plan, clock, print, onStatus: () => reporter.reportSoon() }),
  )
  const reporter: ConnectionReporter = new ConnectionReporter({
    client,
    clock,
    print,
    read: () => ({
      plantId,
      host: hostname(),
      version,
      connections: outlets.map((outlet) => outlet.report()),
      units: (source.state?.units ?? []).slice(0, maxOutwardUnits).map(({ topic, number }) => ({ topic, number })),
    }),
    onAnswer: (off) => {
      for (const outlet of outlets) outlet.setOn(!off.includes(outlet.report().kind))
    },
  })
  source.start()
  return { close: () => closeAll(false) }
}
