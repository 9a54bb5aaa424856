import type { ReportedLamp } from '@vigilux/device-plane/central-unit-type.ts'
import { type Bench, type Declared, shown } from './check.ts'
import type { Heard, ObservedUnit } from './observed-unit.ts'

const messages = 'docs/protocol/messages.md'
const declared = {
  beforehand: {
    id: 'not-enrolled',
    step: 7,
    title: 'a unit without a plant refuses commands, and sends neither state nor records',
    clause: 'docs/protocol/README.md, below the ten steps',
    expected: 'refused, NOT_ENROLLED',
  },
  accepted: {
    id: 'enrol-accepted',
    step: 8,
    title: 'an enrolment is accepted at once',
    clause: `${messages}, Enrolment`,
    expected: 'accepted within 5 s, while the display asks for the keys',
  },
  done: {
    id: 'enrol-done',
    step: 8,
    title: 'the keys end the enrolment',
    clause: `${messages}, Enrolment`,
    expected: 'done, in the life of the birth',
  },
  clock: {
    id: 'clock',
    step: 7,
    title: 'the clock can be set',
    clause: `${messages}, Clocks`,
    expected: 'setClock is done',
  },
  search: {
    id: 'search',
    step: 8,
    title: 'a search for lamps ends',
    clause: `${messages}, command`,
    expected: 'createNetwork is done, and state or shadow later say that the search is complete',
  },
  state: {
    id: 'state',
    step: 4,
    title: 'a full state can be read',
    clause: `${messages}, shadow and state`,
    expected: 'up/state with a body of the type, without an odd part',
  },
  lamps: {
    id: 'state-with-lamps',
    step: 4,
    title: 'a full state names its lamps, and reports each of them',
    clause: `${messages}, shadow and state`,
    expected: 'lampList with the address of every lamp, each with a state, within 60 s where the unit still reads it',
  },
} as const satisfies Record<string, Declared>

/** Without a plant: the enrolment is still to come. */
export const checkBeforeEnrolment = async ({ unit, judge }: Bench): Promise<void> => {
  const { id } = await unit.send({ name: 'statusQuery' })
  const answer = await unit.waitForEnd(id, 10_000)
  const isSilent = unit.heard('state').length === 0 && unit.heard('record').length === 0
  const isRefused = answer?.state === 'refused' && answer.code === 'NOT_ENROLLED'
  judge(declared.beforehand, isRefused && isSilent, `${shown(answer)}, ${isSilent ? 'silent' : 'state or records'}`)
}

/** Seconds in which the keys have to be pressed. */
const windowS = 60

export const checkEnrolment = async ({ unit, judge, say, hands }: Bench): Promise<boolean> => {
  const exp = new Date(Date.now() + (windowS + 10) * 1_000).toISOString()
  const { id } = await unit.send({ name: 'enrol', windowS }, { exp })
  const accepted = await unit.waitFor(5_000, () => unit.lastAnswer(id))
  judge(declared.accepted, accepted?.state === 'accepted', shown(accepted))
  say(`Press the two keys that the unit shows, within ${windowS} s.`)
  await hands.press?.()
  const answer = await unit.waitForEnd(id, (windowS + 5) * 1_000)
  const life = unit.births().at(-1)?.life
  judge(declared.done, answer?.state === 'done' && answer.life === life, shown(answer))
  const now = new Date()
  const clock = await unit.send({ name: 'setClock', at: now.toISOString(), utcOffsetMin: 0, changes: [] } as never)
  const clockAnswer = await unit.waitForEnd(clock.id, 10_000)
  judge(declared.clock, clockAnswer?.state === 'done', shown(clockAnswer))
  return answer?.state === 'done'
}

const decode = (unit: ObservedUnit, { value }: Heard) => {
  try {
    return unit.type.decodeState(value?.body)
  } catch (error) {
    return String(error).slice(0, 200)
  }
}

const isSearchComplete = (unit: ObservedUnit, since: number): boolean => {
  const ofStates = unit.heard('state', since).map((one) => {
    const state = decode(unit, one)
    return typeof state === 'string' ? null : state.unit?.network
  })
  const ofShadows = unit.heard('shadow', since).flatMap(({ value }) => {
    try {
      return [unit.type.decodeShadow(value?.body).network]
    } catch {
      return []
    }
  })
  return [...ofStates, ...ofShadows].some((network) => network?.state === 'completed')
}

/** How long a unit may take to read all of its lamps. */
const readingMs = 60_000

/** Finds the lamps, asks for a full state, and returns the emergency lamps. */
export const checkLamps = async ({ unit, judge, skip, longestWorkMs }: Bench): Promise<ReportedLamp[]> => {
  if (unit.type.facts.commands.includes('createNetwork')) {
    const since = performance.now()
    const plantCode = unit.type.facts.hasRadioNetwork ? 1 : null
    const { id } = await unit.send({ name: 'createNetwork', plantCode })
    const answer = await unit.waitForEnd(id, 20_000)
    const isComplete = await unit.waitFor(longestWorkMs, () => isSearchComplete(unit, since))
    judge(declared.search, answer?.state === 'done' && isComplete === true, shown(answer))
  } else skip(declared.search, 'the type searches for no lamps')
  const since = performance.now()
  const exp = new Date(Date.now() + 365 * 86_400_000).toISOString()
  await unit.send({ name: 'refresh' }, { exp })
  const listed = await unit.waitFor(30_000, () => unit.heard('state', since).find(({ value }) => value?.lampList))
  const list = (listed?.value?.lampList as number[] | undefined) ?? null
  const decodedStates = () => unit.heard('state', since).map((one) => decode(unit, one))
  const reportedLamps = () => decodedStates().flatMap((state) => (typeof state === 'string' ? [] : state.lamps))
  const missingLamps = (): number[] => {
    const reported = new Set(reportedLamps().map(({ addr }) => addr))
    return list?.filter((addr) => !reported.has(addr)) ?? []
  }
  await unit.waitFor(readingMs, () => missingLamps().length === 0)
  const decoded = decodedStates()
  const problems = decoded.flatMap((state) => (typeof state === 'string' ? [state] : state.odd.map((odd) => odd.why)))
  judge(declared.state, decoded.length > 0 && problems.length === 0, shown(problems[0] ?? `${decoded.length} messages`))
  const lamps = reportedLamps()
  const missing = missingLamps()
  const isWhole = list !== null && missing.length === 0 && (list.length > 0 || lamps.length === 0)
  judge(
    declared.lamps,
    isWhole,
    list === null ? 'no lampList' : `${list.length} listed, without a state: ${missing.join(', ') || 'none'}`,
  )
  const byAddress = new Map(lamps.map((lamp) => [lamp.addr, lamp]))
  return [...byAddress.values()].filter(({ type }) => type === 'emergency')
}
