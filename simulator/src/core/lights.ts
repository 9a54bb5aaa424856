import { levelStep } from '@vigilux/contract/features/light-levels/light-level.rules.ts'
import type { LevelEntry } from '@vigilux/device-plane/command-fields.ts'
import { type LightLevel, plannedLevel } from './fade.ts'
import type { VirtualLamp } from './lamp.ts'
import { shownLevel, takesLevels } from './light.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { Appointment } from './wheel.ts'

/** Real milliseconds between two reports of a fade. */
const reportEveryMs = 1_000

/** Levels before a hold, by serial; null for a lamp without a set level. */
export type SavedHold = { until: number; before: [serial: string, light: LightLevel | null][] }

type Hold = { until: number; before: Map<VirtualLamp, LightLevel | undefined>; ending: Appointment }

/** Levels of a unit's lamps. Fades and holds run in real time, because people watch them. */
export class Lights {
  readonly #unit: UnitContext
  /** Lamps in a fade, with their last reported level. */
  readonly #moving = new Map<VirtualLamp, number>()
  #telling: Appointment | null = null
  #hold: Hold | null = null

  constructor(unit: UnitContext, saved?: SavedHold) {
    this.#unit = unit
    const now = Date.now()
    this.#watch(unit.list.known.filter(({ light }) => light && light.until > now))
    if (!saved) return
    const before = saved.before.flatMap(([serial, light]): [VirtualLamp, LightLevel | undefined][] => {
      const lamp = unit.list.ofSerial(serial)
      return lamp ? [[lamp, light ?? undefined]] : []
    })
    this.#hold = { until: saved.until, before: new Map(before), ending: this.#endAt(saved.until) }
  }

  get isHeld(): boolean {
    return this.#hold !== null
  }
  get saved(): SavedHold | undefined {
    if (!this.#hold) return undefined
    const { until, before } = this.#hold
    return { until, before: [...before].map(([{ serial }, light]) => [serial, light ?? null]) }
  }

  /** Sets lamps to levels. Without `holdS` the levels are permanent, and end a hold. */
  set({ levels, fadeS, holdS }: { levels: readonly LevelEntry[]; fadeS: number; holdS: number | null }): Answer {
    const now = Date.now()
    const levelByLamp = this.#wanted(levels)
    if (levelByLamp.size === 0) return refused('NO_LAMPS')
    const starts = new Map([...levelByLamp.keys()].map((lamp) => [lamp, plannedLevel(lamp, now)]))
    if (holdS === null) this.#giveBack()
    else this.#keep(levelByLamp.keys(), now + holdS * 1_000)
    for (const [lamp, level] of levelByLamp) {
      const from = starts.get(lamp) ?? plannedLevel(lamp, now)
      const to = typeof level === 'number' ? level : stepLevel(from, level)
      lamp.light = { from, to, since: now, until: now + fadeS * 1_000 }
    }
    this.#tell(levelByLamp.keys())
    return done
  }

  endHold(): Answer {
    this.#giveBack()
    return done
  }

  /** Resets to factory state. */
  forget(): void {
    this.#hold?.ending.cancel()
    this.#hold = null
    this.#moving.clear()
    for (const lamp of this.#unit.list.attached) lamp.light = undefined
  }

  close(): void {
    this.#hold?.ending.cancel()
    this.#telling?.cancel()
  }

  /** Requested level of each lamp, from its last entry. Silent lamps are skipped. */
  #wanted(levels: readonly LevelEntry[]): Map<VirtualLamp, LevelEntry['level']> {
    const levelByLamp = new Map<VirtualLamp, LevelEntry['level']>()
    for (const lamp of this.#unit.list.known) {
      if (!takesLevels(lamp) || lamp.faults.includes('communication')) continue
      const entry = levels.findLast(({ to }) => isTargeted(lamp, to))
      if (entry) levelByLamp.set(lamp, entry.level)
    }
    return levelByLamp
  }

  #keep(lamps: Iterable<VirtualLamp>, until: number): void {
    const levelsBefore = this.#hold?.before ?? new Map<VirtualLamp, LightLevel | undefined>()
    for (const lamp of lamps) if (!levelsBefore.has(lamp)) levelsBefore.set(lamp, lamp.light)
    this.#hold?.ending.cancel()
    this.#hold = { until, before: levelsBefore, ending: this.#endAt(until) }
  }

  /** Restores the levels before the hold; a fade from before has continued meanwhile. */
  #giveBack(): void {
    if (!this.#hold) return
    const { before, ending } = this.#hold
    ending.cancel()
    this.#hold = null
    for (const [lamp, light] of before) lamp.light = light
    this.#tell(before.keys())
  }

  #endAt(until: number): Appointment {
    return this.#unit.wheel.after(Math.max(0, until - Date.now()), () => this.#giveBack())
  }

  #tell(lamps: Iterable<VirtualLamp>): void {
    const changedLamps = [...lamps]
    this.#unit.list.isChanged = true
    this.#unit.changed(changedLamps)
    const now = Date.now()
    this.#watch(changedLamps.filter(({ light }) => light && light.until > now))
  }

  #watch(lamps: readonly VirtualLamp[]): void {
    const now = Date.now()
    for (const lamp of lamps) this.#moving.set(lamp, shownLevel(lamp, now))
    if (this.#moving.size > 0) this.#telling ??= this.#unit.wheel.every(reportEveryMs, () => this.#report())
  }

  /** Reports levels changed since the last report, and finished fades for the last time. */
  #report(): void {
    const now = Date.now()
    const changed: VirtualLamp[] = []
    for (const [lamp, reportedLevel] of this.#moving) {
      const level = shownLevel(lamp, now)
      if (level !== reportedLevel) changed.push(lamp)
      if (lamp.light && lamp.light.until > now) this.#moving.set(lamp, level)
      else this.#moving.delete(lamp)
    }
    if (changed.length > 0) this.#unit.changed(changed)
    if (this.#moving.size > 0) return
    this.#telling?.cancel()
    this.#telling = null
  }
}

/** Whether a command to these lamps includes this one. */
export const isTargeted = ({ addr, groups }: VirtualLamp, target: LevelEntry['to']): boolean => {
  if (target === 'all') return true
  return 'lamps' in target
    ? target.lamps.includes(addr)
    : target.groups.some((group) => ((groups >>> (group - 1)) & 1) === 1)
}

const stepLevel = (from: number, step: 'up' | 'down'): number =>
  Math.min(100, Math.max(0, from + (step === 'up' ? levelStep : -levelStep)))
