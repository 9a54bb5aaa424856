import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOutward } from '../outward/outward.ts'
import type { OutwardSettings } from '../outward/outward-settings.ts'
import type { SourceEnd } from '../outward/plant-source.ts'
import { createLamp, createUnit, plantId, token, VirtualPlatform } from './virtual-platform.ts'

export const topic = 'logica_0A1B2C'
export const serial = '0A1B2C'
const secondSerial = '0A1B2D'

/** A plant with two units, of 20 and of 2 lamps. */
export const openPlatform = async (): Promise<VirtualPlatform> => {
  const platform = await new VirtualPlatform().open()
  platform.units = [createUnit(serial), createUnit(secondSerial)]
  const lampsOf = (cu: string, count: number) => Array.from({ length: count }, (_, at) => createLamp(cu, at + 1))
  platform.lamps = [...lampsOf(topic, 20), ...lampsOf(`logica_${secondSerial}`, 2)]
  return platform
}

/** The part of the bridge for building systems, on a virtual platform. */
export const openOutward = async (changes: Partial<OutwardSettings> = {}, given?: VirtualPlatform) => {
  const platform = given ?? (await openPlatform())
  const folder = changes.state ?? mkdtempSync(join(tmpdir(), 'vigilux-outward-'))
  const printed: { event: string; details: Record<string, unknown> }[] = []
  let end: SourceEnd | null = null
  const outward = startOutward({
    settings: {
      server: platform.url,
      plantId,
      token,
      state: folder,
      commands: false,
      allowed: null,
      modbus: null,
      mqtt: null,
      bacnet: null,
      ...changes,
    },
    print: (event, details = {}) => printed.push({ event, details: { ...details } }),
    onEnd: (reason) => {
      end = reason
    },
  })
  /** The port at which an interface was opened last; undefined until it is open. */
  const portOf = (name: string): number | undefined => {
    const open = printed.findLast(({ event, details }) => event === 'interface open' && details.name === name)
    return open && Number(String(open.details.address).split(':').at(-1))
  }
  return {
    platform,
    printed,
    portOf,
    end: () => end,
    folder,
    /** The bridge is switched off; the data of the platform and the folder stays. */
    stop: outward.close,
    close: async () => {
      await outward.close()
      await platform.vanish()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
