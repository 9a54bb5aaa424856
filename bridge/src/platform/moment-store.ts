import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { MeteredLamp } from '@vigilux/device-plane/envelope.wire.ts'

/** Quarter-hours not acknowledged by the platform: a file each, whole or not there. */

/** 40 days. */
const maxMoments = 40 * 96
const fileName = /^\d+\.json$/

export class MomentStore {
  readonly #folder: string
  readonly #moments: Set<number>

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const names = readdirSync(folder).filter((name) => fileName.test(name))
    this.#moments = new Set(names.map((name) => Number.parseInt(name, 10)).toSorted((one, other) => one - other))
  }

  get moments(): readonly number[] {
    return [...this.#moments]
  }

  /** Stored on the disk when it returns. The oldest goes when there are too many. */
  save(moment: number, lamps: readonly MeteredLamp[]): void {
    const next = join(this.#folder, 'next')
    const file = openSync(next, 'w', 0o600)
    writeSync(file, JSON.stringify(lamps))
    fsyncSync(file)
    closeSync(file)
    renameSync(next, this.#pathOf(moment))
    this.#moments.add(moment)
    const [oldest] = this.#moments
    if (this.#moments.size > maxMoments && oldest !== undefined) this.forget([oldest])
  }

  read(moment: number): MeteredLamp[] {
    return JSON.parse(readFileSync(this.#pathOf(moment), 'utf8')) as MeteredLamp[]
  }

  forget(moments: readonly number[]): void {
    for (const moment of moments) if (this.#moments.delete(moment)) rmSync(this.#pathOf(moment), { force: true })
  }

  forgetAll(): void {
    this.forget(this.moments)
  }

  #pathOf(moment: number): string {
    return join(this.#folder, `${moment}.json`)
  }
}
