import type { ObservedUnit } from './observed-unit.ts'

/** A judged behaviour, with its clause of the protocol. */
export type Judged = {
  id: string
  /** Step of docs/protocol/README.md, 1 to 10. */
  step: number
  title: string
  clause: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** The observed behaviour of the unit. */
  seen: string
  /** The required behaviour. */
  expected: string
}

/** Actions of a person at the unit. Without a way for an action, its checks are skipped. */
export type Hands = {
  /** Presses the keys for an enrolment. */
  press?: (() => Promise<void>) | undefined
  /** Takes the power away and gives it back. */
  restart?: (() => Promise<void>) | undefined
}

export type Bench = {
  unit: ObservedUnit
  hands: Hands
  /** Maximum milliseconds of a search for lamps, or of a functional test of three lamps. */
  longestWorkMs: number
  /** Informs the person about the next step. */
  say(text: string): void
  judge(declared: Declared, isPassed: boolean, seen: string): void
  skip(declared: Declared, why: string): void
}

/** A check, as the report lists it. */
export type Declared = Omit<Judged, 'outcome' | 'seen'>

export const openBench = ({
  unit,
  hands,
  longestWorkMs,
  say,
}: Pick<Bench, 'unit' | 'hands' | 'longestWorkMs' | 'say'>) => {
  const judged: Judged[] = []
  const add = (declared: Declared, outcome: Judged['outcome'], seen: string): void => {
    judged.push({ ...declared, outcome, seen })
    say(`${outcome.padEnd(8)}${declared.title}${outcome === 'passed' ? '' : `: ${seen}`}`)
  }
  const bench: Bench = {
    unit,
    hands,
    longestWorkMs,
    say,
    judge: (declared, isPassed, seen) => add(declared, isPassed ? 'passed' : 'failed', seen),
    skip: (declared, why) => add(declared, 'skipped', why),
  }
  return { bench, judged }
}

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
