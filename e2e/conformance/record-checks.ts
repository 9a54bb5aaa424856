import { setTimeout as pause } from 'node:timers/promises'
import type { ReportedRecord } from '@vigilux/device-plane/central-unit-type.ts'
import { type Bench, type Declared, shown } from './check.ts'
import type { NumberedRecord, ObservedUnit, SentCommand } from './observed-unit.ts'

const clause = 'docs/protocol/messages.md, record'
const declared = {
  test: {
    id: 'test',
    step: 5,
    title: 'a functional test has a start, a result of each lamp, and an end',
    clause: 'docs/protocol/messages.md, Tests',
    expected: 'records that can be read: start, one result for every lamp named, end',
  },
  once: {
    id: 'done-once',
    step: 7,
    title: 'a command is done once',
    clause: 'docs/protocol/messages.md, command',
    expected: 'one start of a test, however often its command comes',
  },
  numbers: {
    id: 'numbers',
    step: 5,
    title: 'the numbers of records have no hole',
    clause,
    expected: 'every number from the first to the last of a start',
  },
  repeatedAfterReconnect: {
    id: 'repeated-after-reconnect',
    step: 5,
    title: 'unacknowledged records come again after a reconnect',
    clause,
    expected: 'each of them, under its old number',
  },
  repeatedInTime: {
    id: 'repeated-in-time',
    step: 5,
    title: 'unacknowledged records come again every 60 s',
    clause,
    expected: 'each of them within 75 s',
  },
  foreignAck: {
    id: 'foreign-ack',
    step: 6,
    title: 'an acknowledgement of another life is ignored',
    clause,
    expected: 'the records come again after the next connection',
  },
  ack: {
    id: 'ack',
    step: 6,
    title: 'acknowledged records are forgotten',
    clause,
    expected: 'none of them after the next connection',
  },
} as const satisfies Record<string, Declared>

const numberOf = ({ boot, seq }: NumberedRecord): string => `${boot}/${seq}`

const read = (unit: ObservedUnit, { kind, body }: NumberedRecord): ReportedRecord | string => {
  try {
    return unit.type.decodeRecord(kind, body)
  } catch (error) {
    return String(error).slice(0, 200)
  }
}

/** Runs a functional test, whose command comes twice. Returns it. */
const checkTest = async ({ unit, judge, longestWorkMs }: Bench, lamps: readonly number[]): Promise<SentCommand> => {
  const testId = crypto.randomUUID()
  const command = await unit.send({ name: 'ftest', testId, test: 'functional', lamps: [...lamps] })
  const records = () => unit.records().map((record) => read(unit, record))
  const ofTest = () =>
    records().filter((one): one is Exclude<ReportedRecord, string> & { testId: string } =>
      typeof one !== 'string' && 'testId' in one ? one.testId === testId : false,
    )
  await unit.waitFor(longestWorkMs, () => ofTest().some(({ kind }) => kind === 'testEnded'))
  // Again once it has ended: while it runs, a second test would be refused anyway.
  await unit.sendMessage({ ...command, attempt: 2, exp: new Date(Date.now() + 60_000).toISOString() })
  await pause(3_000)
  const found = ofTest()
  const results = new Set(found.flatMap((one) => (one.kind === 'testResult' ? [one.lamp] : [])))
  const missing = lamps.filter((lamp) => !results.has(lamp))
  const kinds = found.map(({ kind }) => kind)
  const unreadable = records().filter((one) => typeof one === 'string')
  const isWhole = kinds.includes('testStarted') && kinds.includes('testEnded') && missing.length === 0
  judge(
    declared.test,
    isWhole && unreadable.length === 0,
    `${[...new Set(kinds)].join(', ') || 'no record'}; without a result: ${missing.join(', ') || 'none'}; ${unreadable[0] ?? ''}`,
  )
  const starts = unit
    .records()
    .filter((record) => {
      const one = read(unit, record)
      return typeof one !== 'string' && one.kind === 'testStarted'
    })
    .map(numberOf)
  judge(declared.once, new Set(starts).size === 1, `${new Set(starts).size} starts of a test`)
  return command
}

const findHoles = (records: readonly NumberedRecord[]): string[] =>
  [...Map.groupBy(records, ({ boot }) => boot)].flatMap(([boot, ofBoot]) => {
    const numbers = new Set(ofBoot.map(({ seq }) => seq))
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
    return Array.from({ length: last - first + 1 }, (_, n) => first + n)
      .filter((seq) => !numbers.has(seq))
      .map((seq) => `${boot}/${seq}`)
  })

const missingAfter = (unit: ObservedUnit, wanted: readonly NumberedRecord[], since: number): string[] => {
  const again = new Set(unit.records(since).map(numberOf))
  return [...new Set(wanted.map(numberOf))].filter((number) => !again.has(number))
}

/** Reconnects, and waits for these records. */
const comeAgain = async (unit: ObservedUnit, wanted: readonly NumberedRecord[]): Promise<string[]> => {
  const since = await unit.reconnect(30_000)
  if (since === null) return wanted.map(numberOf)
  await unit.waitFor(20_000, () => missingAfter(unit, wanted, since).length === 0)
  return missingAfter(unit, wanted, since)
}

/** Records and their acknowledgement, on these emergency lamps. */
export const checkRecords = async (bench: Bench, lamps: readonly number[]): Promise<SentCommand | null> => {
  const { unit, judge, skip } = bench
  if (lamps.length === 0) {
    for (const check of Object.values(declared)) skip(check, 'the unit has no emergency lamp')
    return null
  }
  const command = await checkTest(bench, lamps)
  const records = unit.records()
  const holes = findHoles(records)
  judge(declared.numbers, holes.length === 0, holes.length === 0 ? 'none' : `missing ${holes.join(', ')}`)
  const life = records[0]?.life ?? ''
  const lost = await comeAgain(unit, records)
  judge(declared.repeatedAfterReconnect, lost.length === 0, lost.length === 0 ? 'all' : `not again: ${lost.join(', ')}`)

  const waitingSince = performance.now()
  await unit.waitFor(75_000, () => missingAfter(unit, records, waitingSince).length === 0)
  const late = missingAfter(unit, records, waitingSince)
  judge(declared.repeatedInTime, late.length === 0, late.length === 0 ? 'all' : `not again: ${late.join(', ')}`)

  await unit.acknowledge('0123456789abcdef', records)
  await pause(1_000)
  const forgotten = await comeAgain(unit, records)
  judge(
    declared.foreignAck,
    forgotten.length === 0,
    forgotten.length === 0 ? 'ignored' : `forgot ${forgotten.join(', ')}`,
  )

  await unit.acknowledge(life, records)
  await pause(1_000)
  const since = await unit.reconnect(30_000)
  await pause(5_000)
  const repeated = new Set(unit.records(since ?? 0).map(numberOf))
  const kept = records.map(numberOf).filter((number) => repeated.has(number))
  judge(
    declared.ack,
    since !== null && kept.length === 0,
    kept.length === 0 ? 'forgotten' : `again: ${shown(kept.slice(0, 5))}`,
  )
  return command
}
