import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../simulator/src/core/random.ts'
import type { Part, Stack } from './stack.ts'

/** One fault: kind, start, affected part, duration, and amount where applicable. */
export type Fault = { kind: Kind; atMs: number; at: number; durationMs: number; amount: number }

type Kind = keyof typeof kinds
type KindOfFault = {
  /** Minimum and maximum. */
  durationMs: readonly [number, number]
  amounts?: readonly [number, ...number[]]
  isPossible(stack: Stack): boolean
  /** The affected part: a part has one fault at a time. */
  partNameOf(stack: Stack, at: number): string
  applyFault(stack: Stack, fault: Fault): Promise<void>
}

const partsOf = {
  node: ({ nodes }: Stack) => nodes,
  units: ({ units }: Stack) => units,
  database: ({ database }: Stack) => (database ? [database] : []),
  broker: ({ broker }: Stack) => (broker ? [broker] : []),
}
type PartName = keyof typeof partsOf

const partAt = (name: PartName, stack: Stack, at: number): Part | undefined => {
  const parts = partsOf[name](stack)
  return parts[at % parts.length]
}

const killPart = (name: PartName): KindOfFault => ({
  durationMs: [100, 2_500],
  isPossible: (stack) => partsOf[name](stack).length > 0,
  partNameOf: (stack, at) => partAt(name, stack, at)?.name ?? '',
  async applyFault(stack, { at, durationMs }) {
    const part = partAt(name, stack, at)
    await part?.kill()
    await delay(durationMs)
    // Its dependency may be down; then the final repair starts it.
    await part?.start().catch(() => undefined)
  },
})
const stopProcess = (name: PartName): KindOfFault => ({
  ...killPart(name),
  // Up to more than the five seconds of a unit's answer timeout, to cause repeated commands.
  durationMs: [300, 6_500],
  async applyFault(stack, { at, durationMs }) {
    const part = partAt(name, stack, at)
    part?.signal('SIGSTOP')
    await delay(durationMs)
    part?.signal('SIGCONT')
  },
})
const stepsS = [-600, -45, -3, 3, 45, 600] as const

/** All kinds of faults. */
const kinds = {
  'kill node': killPart('node'),
  'stop node': stopProcess('node'),
  'kill units': killPart('units'),
  'stop units': stopProcess('units'),
  'kill database': killPart('database'),
  'stop database': stopProcess('database'),
  'kill broker': killPart('broker'),
  'stop broker': stopProcess('broker'),
  'kill a connection of the database': {
    durationMs: [0, 0],
    isPossible: () => true,
    partNameOf: () => 'database',
    applyFault: async ({ killBackend }) => void killBackend(),
  },
  'full disk': {
    durationMs: [500, 3_000],
    isPossible: ({ disk }) => disk !== null,
    partNameOf: () => 'disk',
    async applyFault({ disk }, { durationMs }) {
      disk?.fill()
      await delay(durationMs)
      disk?.free()
    },
  },
  'step clock': {
    durationMs: [0, 0],
    amounts: stepsS,
    isPossible: () => true,
    partNameOf: () => 'clock',
    applyFault: async ({ clock }, { amount }) => clock.step(amount),
  },
  'step machine clock': {
    durationMs: [0, 0],
    amounts: stepsS,
    isPossible: ({ machineClock }) => machineClock !== null,
    partNameOf: () => 'machine clock',
    applyFault: async ({ machineClock }, { amount }) => machineClock?.step(amount),
  },
} satisfies Record<string, KindOfFault>

export const faultKinds = Object.keys(kinds) as Kind[]
const kindOf = (kind: Kind): KindOfFault => kinds[kind]
const minFaults = 4
const maxFaults = 7

/** Plans faults within a time; deterministic for the same random numbers. */
export const planFaults = (stack: Stack, random: Random, withinMs: number): Fault[] => {
  const [first, ...possible] = faultKinds.filter((kind) => kindOf(kind).isPossible(stack))
  if (!first) throw new Error('nothing can go wrong')
  const fault = (): Fault => {
    const kind = random.pick([first, ...possible])
    const { durationMs, amounts = [0] } = kindOf(kind)
    return {
      kind,
      atMs: random.whole(0, withinMs),
      at: random.whole(0, 99),
      durationMs: random.whole(...durationMs),
      amount: random.pick(amounts),
    }
  }
  return Array.from({ length: random.whole(minFaults, maxFaults) }, fault).sort((a, b) => a.atMs - b.atMs)
}

export const describeFault = (stack: Stack, { kind, atMs, at, durationMs, amount }: Fault): string => {
  const { partNameOf, amounts } = kindOf(kind)
  const faultName = kind.includes(partNameOf(stack, at)) ? kind : `${kind} (${partNameOf(stack, at)})`
  const amountText = amounts ? ` ${amount} s` : ''
  return `${(atMs / 1000).toFixed(1)} s ${faultName}${amountText}${durationMs > 0 ? ` for ${durationMs} ms` : ''}`
}

/** Injects the faults and waits for the last; a fault waits for the previous one of its part. */
export const injectFaults = async (stack: Stack, faults: readonly Fault[]): Promise<void> => {
  const queueOfPart = new Map<string, Promise<void>>()
  const startedAt = performance.now()
  await Promise.all(
    faults.map((fault) => {
      const { partNameOf, applyFault } = kindOf(fault.kind)
      const part = partNameOf(stack, fault.at)
      const before = queueOfPart.get(part) ?? Promise.resolve()
      const playFault = async () => {
        await before
        await delay(Math.max(0, fault.atMs - (performance.now() - startedAt)))
        await applyFault(stack, fault)
      }
      const restoring = playFault()
      queueOfPart.set(part, restoring)
      return restoring
    }),
  )
}
