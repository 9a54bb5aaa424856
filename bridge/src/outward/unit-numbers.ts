import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const stored = z.strictObject({ plantId: z.string(), units: z.record(z.string(), z.int().min(1)) })

/** Maximum units with a number: the maximum of BACnet object instances. */
export const maxUnitNumber = 400

/**
 * Numbers of the units of a plant in a file. A building system addresses a unit by its number: a number never changes,
 * and a removed unit's number is not used again.
 */
export class UnitNumbers {
  readonly #path: string
  readonly #plantId: string
  readonly #units: Map<string, number>

  /** @throws RangeError if the folder holds the numbers of another plant, or an unreadable file. */
  constructor(folder: string, plantId: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#path = join(folder, 'unit-numbers.json')
    this.#plantId = plantId
    this.#units = new Map(Object.entries(this.#load()))
  }

  get units(): ReadonlyMap<string, number> {
    return this.#units
  }

  /** Gives new units the next numbers, in the given order. Returns the units for which none is left. */
  assign(topics: readonly string[]): string[] {
    const newTopics = topics.filter((topic) => !this.#units.has(topic))
    if (newTopics.length === 0) return []
    let last = Math.max(0, ...this.#units.values())
    const withoutNumber: string[] = []
    for (const topic of newTopics) {
      if (last === maxUnitNumber) withoutNumber.push(topic)
      else this.#units.set(topic, ++last)
    }
    this.#save()
    return withoutNumber
  }

  #load(): Record<string, number> {
    if (!existsSync(this.#path)) return {}
    let content: z.infer<typeof stored>
    try {
      content = stored.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch {
      throw new RangeError(`${this.#path} cannot be read. Restore it, or delete it: units then get new numbers.`)
    }
    if (content.plantId !== this.#plantId)
      throw new RangeError(`${this.#path} holds the units of another plant. Use a folder for each plant.`)
    return content.units
  }

  #save(): void {
    const content = { plantId: this.#plantId, units: Object.fromEntries(this.#units) }
    writeFileSync(`${this.#path}.new`, JSON.stringify(content, null, 2), { flush: true })
    renameSync(`${this.#path}.new`, this.#path)
  }
}
