import type { OutlookCheck } from './battery-outlook.ts'
import { endedBy, fadeOf, fewestForLine, furthestMs, type Pool, poolOf, type Segment, whenEnded } from './fade.rules.ts'
import { byCode, type Fewest, type History, historyOf, type MeasuredLamp } from './outlook.rules.ts'

/** When a battery ended, between the last test that it passed and the one that it did not; null for one that lasts. */
const endOf = (battery: Segment): number | null => {
  const [before, last] = battery.slice(-2)
  if (!before || !last || last.share >= 1 || before.share < 1) return null
  return before.at + ((before.share - 1) / (before.share - last.share)) * (last.at - before.at)
}

/** How a code's batteries faded as far as was known at a time. */
const poolsBefore = (lamps: readonly History[]) => {
  const pools = new Map<number, Pool | null>()
  return (time: number): Pool | null => {
    const known = pools.get(time)
    if (known !== undefined) return known
    const segments = lamps.flatMap(({ batteries }) => batteries.map((one) => one.filter(({ at }) => at <= time)))
    const pool = poolOf(segments)
    pools.set(time, pool)
    return pool
  }
}

type Judged = { inside: boolean; offMs: number }

/** What was said at the last test that a battery passed, beside what became of it. */
const judge = (battery: Segment, end: number, pool: Pool): Judged => {
  const fade = fadeOf(battery.slice(0, -1), pool)
  const ended = (time: number) => endedBy(fade, time)
  const when = (share: number) => whenEnded(ended, share, fade.last) ?? fade.last + furthestMs
  return { inside: end >= when(0.05) && end <= when(0.95), offMs: Math.abs(end - when(0.5)) }
}

const judgeCode = (lamps: readonly History[], fewest: Fewest): Judged[] => {
  const poolAt = poolsBefore(lamps)
  return lamps
    .flatMap(({ batteries }) => batteries)
    .flatMap((battery) => {
      const end = endOf(battery)
      const known = battery.at(-2)
      if (end === null || !known || battery.length - 1 < Math.max(fewest.tests, fewestForLine)) return []
      const pool = poolAt(known.at)
      return pool ? [judge(battery, end, pool)] : []
    })
}

const dayMs = 86_400_000

/**
 * How far outlooks were off for batteries that have ended: each made with what was known at the last test that the battery passed, and
 * judged by when it ended, between that test and the next. Null where no battery has ended of which something could be said.
 */
export const checkOf = (lamps: readonly MeasuredLamp[], fewest: Fewest): OutlookCheck | null => {
  const known = lamps.filter(({ code }) => code !== null).map(historyOf)
  const judged = [...byCode(known).values()].flatMap((some) => judgeCode(some, fewest))
  if (judged.length === 0) return null
  const off = judged.map(({ offMs }) => offMs).sort((a, b) => a - b)
  return {
    batteries: judged.length,
    inside: judged.filter(({ inside }) => inside).length,
    medianDays: Math.round((off[Math.floor((off.length - 1) / 2)] ?? 0) / dayMs),
  }
}
