import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const platforms = ['binary_sensor', 'sensor', 'button'] as const
const stored = z.record(z.string(), z.record(z.string(), z.enum(platforms)))

type Components = Record<string, (typeof platforms)[number]>

/** Devices and entities retained by the broker, in a file: those gone meanwhile are removed later. */
export class PublishedDevices {
  readonly #path: string
  #devices: Record<string, Components>

  constructor(folder: string) {
    this.#path = join(folder, 'home-assistant.json')
    this.#devices = this.#load()
  }

  get keys(): string[] {
    return Object.keys(this.#devices)
  }

  componentsOf(key: string): Components {
    return this.#devices[key] ?? {}
  }

  set(key: string, components: Components | null): void {
    const { [key]: before, ...others } = this.#devices
    if (JSON.stringify(before) === JSON.stringify(components ?? undefined)) return
    this.#devices = components ? { ...others, [key]: components } : others
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#devices))
    renameSync(`${this.#path}.new`, this.#path)
  }

  /** Without a readable file nothing is known to be published. */
  #load(): Record<string, Components> {
    if (!existsSync(this.#path)) return {}
    try {
      return stored.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      return {}
    }
  }
}
