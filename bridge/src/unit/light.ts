import type { LevelEntry } from '@vigilux/device-plane/command-fields.ts'
import { fullScale } from '@vigilux/device-plane/emergency-gear.wire.ts'
import type { Target } from '../bus/address.ts'
import { setLevel } from '../bus/transaction.ts'
import type { Clock, Timer } from '../clock.ts'
import type { BusLine } from '../line/bus-line.ts'
import type { Gear } from '../line/gear.ts'

/** The one conversion between percent and the levels of gear. */
export const levelOfPercent = (percent: number): number => Math.round((percent / 100) * fullScale)
export const percentOfLevel = (level: number): number => Math.round((level / fullScale) * 100)

/** Points of a step up or down. */
const step = 10
/** Time between the frames of a fade. */
const fadeStepMs = 1_000

export type Aim = { line: BusLine; target: Target; level: number }
type LampAt = { line: BusLine; gear: Gear; addr: number }

const withinPercent = (percent: number): number => Math.min(100, Math.max(0, percent))
const shownPercent = ({ readings }: Gear): number => (readings.level > fullScale ? 0 : percentOfLevel(readings.level))

/** Frames for the entries, in their order: of several for a lamp the last one wins. */
export const aimsOf = (entries: readonly LevelEntry[], lines: readonly BusLine[], lamps: readonly LampAt[]): Aim[] =>
  entries.flatMap(({ to, level }): Aim[] => {
    if (level === 'up' || level === 'down') {
      const by = level === 'up' ? step : -step
      return receiversOf(to, lamps).map(({ line, gear }) => ({
        line,
        target: { short: gear.short },
        level: levelOfPercent(withinPercent(shownPercent(gear) + by)),
      }))
    }
    const next = levelOfPercent(level)
    if (to === 'all') return lines.map((line) => ({ line, target: 'all', level: next }))
    if ('groups' in to)
      return to.groups.flatMap((group) => lines.map((line) => ({ line, target: { group: group - 1 }, level: next })))
    return receiversOf(to, lamps).map(({ line, gear }) => ({ line, target: { short: gear.short }, level: next }))
  })

export const receiversOf = <Lamp extends LampAt>(to: LevelEntry['to'], lamps: readonly Lamp[]): Lamp[] => {
  if (to === 'all') return [...lamps]
  if ('lamps' in to) return lamps.filter(({ addr }) => to.lamps.includes(addr))
  return lamps.filter(({ gear }) => to.groups.some((group) => (gear.readings.groups & (1 << (group - 1))) !== 0))
}

/** Sends levels, fades and holds. A later command replaces a running one. */
export class Light {
  readonly #clock: Clock
  readonly #lines: readonly BusLine[]
  #fade: Timer | null = null
  #hold: { timer: Timer; before: readonly { line: BusLine; short: number; level: number }[] } | null = null

  constructor(clock: Clock, lines: readonly BusLine[]) {
    this.#clock = clock
    this.#lines = lines
  }

  /** Begins; false if no line could be reached. */
  async set(entries: readonly LevelEntry[], lamps: readonly LampAt[], fadeS: number, holdS: number | null) {
    const lines = this.#lines.filter(({ gears }) => gears.size > 0)
    const aims = aimsOf(entries, lines, lamps)
    this.#fade?.cancel()
    if (holdS !== null) this.#keep(holdS)
    else this.#dropHold()
    return fadeS === 0 ? this.#send(aims) : this.#fadeTo(aims, fadeS * 1000)
  }

  /** Gives the lamps back their state before the hold. */
  async endHold(): Promise<void> {
    const hold = this.#hold
    this.#dropHold()
    if (!hold) return
    this.#fade?.cancel()
    await this.#send(hold.before.map(({ line, short, level }) => ({ line, target: { short }, level })))
  }

  close(): void {
    this.#fade?.cancel()
    this.#dropHold()
  }

  #keep(holdS: number): void {
    const before =
      this.#hold?.before ??
      this.#lines.flatMap((line) =>
        [...line.gears.values()].flatMap(({ short, readings: { level } }) =>
          level > fullScale ? [] : { line, short, level },
        ),
      )
    this.#hold?.timer.cancel()
    this.#hold = { before, timer: this.#clock.after(holdS * 1000, () => void this.endHold()) }
  }

  #dropHold(): void {
    this.#hold?.timer.cancel()
    this.#hold = null
  }

  /** Each line in its order, all lines at once. Returns whether any was reached. */
  async #send(aims: readonly Aim[]): Promise<boolean> {
    const byLine = Map.groupBy(aims, ({ line }) => line)
    const reached = await Promise.all(
      byLine.entries().map(async ([line, own]) => {
        const outcomes = await Promise.all(own.map(({ target, level }) => line.run(setLevel(target, level), 2)))
        for (const { target } of own) line.touch(target, 'level')
        return outcomes.some(({ isDone }) => isDone)
      }),
    )
    return reached.some((isReached) => isReached)
  }

  /** Steps evenly from each target's shown level to the new one. */
  #fadeTo(aims: readonly Aim[], ms: number): Promise<boolean> {
    const startedAt = this.#clock.now()
    const starts = aims.map((aim) => startLevel(aim))
    const send = (share: number) =>
      this.#send(aims.map((aim, at) => ({ ...aim, level: between(starts[at] ?? aim.level, aim.level, share) })))
    const go = (): void => {
      const share = Math.min(1, (this.#clock.now() - startedAt) / ms)
      void send(share).then(() => {
        if (share < 1 && this.#fade === timer) arm()
      })
    }
    let timer: Timer | null = null
    const arm = (): void => {
      timer = this.#clock.after(fadeStepMs, go)
      this.#fade = timer
    }
    arm()
    return send(Math.min(1, fadeStepMs / ms))
  }
}

const between = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share)

/** Level from which a target fades: the brightest of its lamps. */
const startLevel = ({ line, target }: Aim): number => {
  const levels = [...line.gears.values()].flatMap(({ short, readings }) => {
    const isMeant =
      target === 'all' ||
      (typeof target === 'object' &&
        ('short' in target ? target.short === short : (readings.groups & (1 << target.group)) !== 0))
    return isMeant && readings.level <= fullScale ? readings.level : []
  })
  return Math.max(0, ...levels)
}
