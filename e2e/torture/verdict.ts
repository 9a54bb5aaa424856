import { isDeepStrictEqual } from 'node:util'
import type { UnitLedger, UnitsLedger } from './ledger.ts'
import type { RequestedAction, RequestLog } from './people.ts'
import type { PlatformState } from './platform-state.ts'
import { numberOf } from './unit-memory.ts'

/** A violation and its kind. */
export type Finding = { kind: 'lost' | 'twice' | 'executed twice' | 'wrong'; description: string }

const groupBy = <T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> => Map.groupBy(all, key)
const lostFinding = (description: string): Finding => ({ kind: 'lost', description })
const duplicateFinding = (description: string): Finding => ({ kind: 'twice', description })
const wrongFinding = (description: string): Finding => ({ kind: 'wrong', description })

/** Checks whether a thing exists exactly once. */
const oneOf = (description: string, times: number, minTimes = 1): Finding[] => {
  if (times < minTimes) return [lostFinding(description)]
  return times > 1 ? [duplicateFinding(`${description}: ${times} times`)] : []
}

const recordFindings = (unit: string, { records }: UnitLedger, storedRecords: PlatformState['records']): Finding[] => {
  const byNumber = groupBy(storedRecords, ({ boot, seq }) => numberOf(boot, seq))
  const recordProblems = [...records].flatMap(([number, { record, isAcked }]): Finding[] => {
    const rows = byNumber.get(number) ?? []
    const description = `record ${number} of ${unit}${isAcked ? ', acknowledged' : ''}`
    const isDifferent = rows.some(({ kind, body }) => !isDeepStrictEqual([kind, body], [record.kind, record.body]))
    return [
      ...oneOf(description, rows.length),
      ...(isDifferent ? [wrongFinding(`${description} is stored as another`)] : []),
    ]
  })
  const unknown = [...byNumber.keys()].filter((number) => !records.has(number))
  return [...recordProblems, ...unknown.map((number) => wrongFinding(`record ${number} of ${unit} was never made`))]
}

/** The newest state must have arrived, whatever else was lost. */
export const stateFindings = (ledger: UnitsLedger, states: PlatformState['states']): Finding[] =>
  states.flatMap(({ unit, addr, errors }): Finding[] => {
    const faults = [...(ledger.get(unit)?.faults.get(addr) ?? [])]
    if (isDeepStrictEqual(new Set(errors), new Set(faults))) return []
    return [
      lostFinding(`the state of lamp ${addr} of ${unit}: has ${faults.join()}, and is known with ${errors.join()}`),
    ]
  })

const executionFindings = (
  unit: string,
  { executions }: UnitLedger,
  rows: Map<string, PlatformState['commands']>,
): Finding[] =>
  [...executions].flatMap(([id, times]): Finding[] => {
    const [row] = rows.get(id) ?? []
    const description = `command ${id} ${times[0]?.name} of ${unit}`
    if (times.length > 1) return [{ kind: 'executed twice', description: `${description}: ${times.length} times` }]
    // Commands without a row (refresh) are repeated and change nothing.
    if (!row) return times[0]?.name === 'refresh' ? [] : [wrongFinding(`${description} was done and is in no row`)]
    if (row.unit !== unit) return [wrongFinding(`${description} was done by another unit than ${row.unit}`)]
    return row.attempt === 0 ? [wrongFinding(`${description} was done and never sent`)] : []
  })

/** Each step of an operation is a separate command; a step executed under two ids was executed twice. */
const stepsDoneTwice = ({ commands }: PlatformState, ledger: UnitsLedger): Finding[] => {
  const done = commands.filter(({ id, unit, operationId }) => operationId && ledger.get(unit)?.executions.has(id))
  const steps = groupBy(done, ({ operationId, command }) => `${operationId} ${JSON.stringify(command)}`)
  return [...steps]
    .filter(([, rows]) => rows.length > 1)
    .map(([step, rows]) => ({ kind: 'executed twice', description: `step ${step}: ${rows.length} times` }))
}

const commandFindings = (state: PlatformState, ledger: UnitsLedger): Finding[] => {
  const rows = groupBy(state.commands, ({ id }) => id)
  const isExecuted = ({ id, unit }: PlatformState['commands'][number]) => ledger.get(unit)?.executions.has(id) === true
  return [
    ...[...ledger].flatMap(([unit, one]) => executionFindings(unit, one, rows)),
    ...state.commands
      .filter(({ isPending }) => isPending)
      .map(({ id, name }) => wrongFinding(`command ${id} ${name} never ends`)),
    ...state.operations.filter(({ isOpen }) => isOpen).map(({ id }) => wrongFinding(`operation ${id} never ends`)),
    ...stepsDoneTwice(state, ledger),
    ...state.commands
      .filter((row) => row.state === 'done' && !isExecuted(row))
      .map(({ id, name }) => lostFinding(`command ${id} ${name} counts as done and never was`)),
  ]
}

const testFindings = (platformState: PlatformState, ledger: UnitsLedger): Finding[] => {
  const results = groupBy(platformState.results, ({ testId }) => testId)
  const notes = [...ledger.values()].flatMap(({ records }) => [...records.values()].filter(({ test }) => test !== null))
  const notesByTest = groupBy(notes, ({ test }) => test?.testId ?? '')
  return [
    ...Array.from(notesByTest.keys())
      .filter((id) => !platformState.tests.some((test) => test.id === id))
      .map((id) => lostFinding(`test ${id}`)),
    ...platformState.tests.flatMap(({ id, state }): Finding[] => {
      const records = notesByTest.get(id) ?? []
      const expectedState = records.some(({ test }) => test?.isOver) ? 'finished' : 'notStarted'
      if (state !== expectedState)
        return [wrongFinding(`test ${id} is ${state}, and ${expectedState} by what its unit said`)]
      const expected = records.filter(({ test }) => test?.lamp !== undefined)
      // For a test never begun the platform itself records its lamps as not tested.
      const reported = (results.get(id) ?? []).filter(({ boot }) => boot !== null || state !== 'notStarted')
      const rows = groupBy(reported, ({ lamp }) => String(lamp))
      return [
        ...expected.flatMap(({ test, record }): Finding[] => {
          const lampRows = rows.get(String(test?.lamp)) ?? []
          const description = `result of lamp ${test?.lamp} in test ${id}`
          const isDifferent = lampRows.some(({ boot, seq }) => boot !== record.boot || seq !== record.seq)
          return [
            ...oneOf(description, lampRows.length),
            ...(isDifferent ? [wrongFinding(`${description} is not the one that was reported`)] : []),
          ]
        }),
        ...(rows.size > expected.length ? [wrongFinding(`test ${id} has results that nobody reported`)] : []),
      ]
    }),
  ]
}

/** Effects of requests, by their distinct value. */
const indexEffects = (state: PlatformState): Record<RequestedAction, Map<string, unknown[]>> => ({
  identifyLamp: groupBy(
    state.commands.filter(({ name, isAsked }) => name === 'identify' && isAsked),
    ({ unit, command }) => `${unit} ${command.lamp} ${command.seconds}`,
  ),
  ftest: groupBy(state.tests, ({ id }) => id),
  assignGroups: groupBy(state.operations, ({ id }) => id),
  saveRoom: groupBy(state.rooms, (name) => name),
  invitaDelegato: groupBy(state.invitations, (email) => email),
})

const isKnownById = (action: RequestedAction): boolean => action === 'ftest' || action === 'assignGroups'

const requestFindings = (state: PlatformState, requests: readonly RequestLog[]): Finding[] => {
  const traces = indexEffects(state)
  const audit = groupBy(state.audit, ({ requestId }) => requestId)
  return requests.flatMap(({ action, key, outcome, requestId, id, code }): Finding[] => {
    const description = `${action} ${key}`
    const isAnswered = outcome === 'answered'
    const effectCount = traces[action].get(isKnownById(action) ? (id ?? '') : key)?.length ?? 0
    return [
      // Without an answer the outcome is unknown: the request was executed once or not at all.
      ...oneOf(description, effectCount, isAnswered ? 1 : 0),
      ...(isAnswered ? oneOf(`the audit of ${description}`, audit.get(requestId ?? '')?.length ?? 0) : []),
      ...(outcome === 'refused' && effectCount > 0
        ? [wrongFinding(`${description} was refused with ${code}, and done`)]
        : []),
      ...(code === 'INTERNAL_ERROR' ? [wrongFinding(`${description} was answered with ${code} (${requestId})`)] : []),
    ]
  })
}

/** Each executed action is in the audit, whether or not its caller was answered. */
const auditFindings = (state: PlatformState): Finding[] => {
  const lines = groupBy(state.audit, ({ action }) => action)
  return Object.entries(indexEffects(state)).flatMap(([action, traces]): Finding[] => {
    const done = traces.values().reduce((total, rows) => total + rows.length, 0)
    const audited = lines.get(action)?.length ?? 0
    if (done === audited) return []
    const description = `${done} times ${action} was done, ${audited} times it is in the audit`
    return [done > audited ? lostFinding(description) : duplicateFinding(description)]
  })
}

const mailFindings = ({ mails, invitations }: PlatformState): Finding[] => {
  const sentByAddress = groupBy(mails, ({ to }) => to)
  return [
    ...invitations.flatMap((email) => oneOf(`the mail to ${email}`, sentByAddress.get(email)?.length ?? 0)),
    ...mails
      .filter(({ isSent, isDue }) => !isSent && !isDue)
      .map(({ to }) => lostFinding(`the sending of the mail to ${to}`)),
  ]
}

/** Compares promises with the stored data: nothing lost, nothing duplicated, nothing executed twice. */
export const findingsOf = (ledger: UnitsLedger, requests: readonly RequestLog[], state: PlatformState): Finding[] => {
  const storedRecords = groupBy(state.records, ({ unit }) => unit)
  return [
    ...[...ledger].flatMap(([unit, one]) => recordFindings(unit, one, storedRecords.get(unit) ?? [])),
    ...[...ledger].flatMap(([unit, { complaints }]) =>
      complaints.map((complaint) => wrongFinding(`${unit}: ${complaint}`)),
    ),
    ...stateFindings(ledger, state.states),
    ...commandFindings(state, ledger),
    ...testFindings(state, ledger),
    ...requestFindings(state, requests),
    ...auditFindings(state),
    ...mailFindings(state),
    ...state.deadLetters.map(({ unit, reason }) => wrongFinding(`a sound message of ${unit} was set aside: ${reason}`)),
  ]
}
