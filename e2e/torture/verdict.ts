import { isDeepStrictEqual } from 'node:util'
import type { UnitLedger, UnitsLedger } from './ledger.ts'
import type { RequestedAction, RequestLog } from './people.ts'
import type { PlatformState } from './platform-state.ts'
import { numberOf } from './unit-memory.ts'

/** A violation and its kind. */
export type Finding = { kind: 'lost' | 'twice' | 'executed twice' | 'wrong'; what: string }

const grouped = <T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> => Map.groupBy(all, key)
const createLost = (what: string): Finding => ({ kind: 'lost', what })
const createDuplicate = (what: string): Finding => ({ kind: 'twice', what })
const createWrong = (what: string): Finding => ({ kind: 'wrong', what })

/** Checks that a thing exists exactly once. */
const oneOf = (what: string, times: number, leastTimes = 1): Finding[] => {
  if (times < leastTimes) return [createLost(what)]
  return times > 1 ? [createDuplicate(`${what}: ${times} times`)] : []
}

const recordFindings = (unit: string, { records }: UnitLedger, stored: PlatformState['records']): Finding[] => {
  const byNumber = grouped(stored, ({ boot, seq }) => numberOf(boot, seq))
  const made = [...records].flatMap(([number, { record, isAcked }]): Finding[] => {
    const rows = byNumber.get(number) ?? []
    const what = `record ${number} of ${unit}${isAcked ? ', acknowledged' : ''}`
    const isOther = rows.some(({ kind, body }) => !isDeepStrictEqual([kind, body], [record.kind, record.body]))
    return [...oneOf(what, rows.length), ...(isOther ? [createWrong(`${what} is stored as another`)] : [])]
  })
  const unknown = [...byNumber.keys()].filter((number) => !records.has(number))
  return [...made, ...unknown.map((number) => createWrong(`record ${number} of ${unit} was never made`))]
}

/** The newest state must have arrived, whatever else was lost. */
export const stateFindings = (ledger: UnitsLedger, states: PlatformState['states']): Finding[] =>
  states.flatMap(({ unit, addr, errors }): Finding[] => {
    const faults = [...(ledger.get(unit)?.faults.get(addr) ?? [])]
    if (isDeepStrictEqual(new Set(errors), new Set(faults))) return []
    return [
      createLost(`the state of lamp ${addr} of ${unit}: has ${faults.join()}, and is known with ${errors.join()}`),
    ]
  })

const executionFindings = (
  unit: string,
  { executions }: UnitLedger,
  rows: Map<string, PlatformState['commands']>,
): Finding[] =>
  [...executions].flatMap(([id, times]): Finding[] => {
    const [row] = rows.get(id) ?? []
    const what = `command ${id} ${times[0]?.name} of ${unit}`
    if (times.length > 1) return [{ kind: 'executed twice', what: `${what}: ${times.length} times` }]
    // Commands without a row (refresh) are repeated and change nothing.
    if (!row) return times[0]?.name === 'refresh' ? [] : [createWrong(`${what} was done and is in no row`)]
    if (row.unit !== unit) return [createWrong(`${what} was done by another unit than ${row.unit}`)]
    return row.attempt === 0 ? [createWrong(`${what} was done and never sent`)] : []
  })

/** Each step of an operation is a separate command; a step executed under two ids was executed twice. */
const stepsDoneTwice = ({ commands }: PlatformState, ledger: UnitsLedger): Finding[] => {
  const done = commands.filter(({ id, unit, operationId }) => operationId && ledger.get(unit)?.executions.has(id))
  const steps = grouped(done, ({ operationId, command }) => `${operationId} ${JSON.stringify(command)}`)
  return [...steps]
    .filter(([, rows]) => rows.length > 1)
    .map(([step, rows]) => ({ kind: 'executed twice', what: `step ${step}: ${rows.length} times` }))
}

const commandFindings = (books: PlatformState, ledger: UnitsLedger): Finding[] => {
  const rows = grouped(books.commands, ({ id }) => id)
  const isExecuted = ({ id, unit }: PlatformState['commands'][number]) => ledger.get(unit)?.executions.has(id) === true
  return [
    ...[...ledger].flatMap(([unit, one]) => executionFindings(unit, one, rows)),
    ...books.commands
      .filter(({ isPending }) => isPending)
      .map(({ id, name }) => createWrong(`command ${id} ${name} never ends`)),
    ...books.operations.filter(({ isOpen }) => isOpen).map(({ id }) => createWrong(`operation ${id} never ends`)),
    ...stepsDoneTwice(books, ledger),
    ...books.commands
      .filter((row) => row.state === 'done' && !isExecuted(row))
      .map(({ id, name }) => createLost(`command ${id} ${name} counts as done and never was`)),
  ]
}

const testFindings = (books: PlatformState, ledger: UnitsLedger): Finding[] => {
  const results = grouped(books.results, ({ testId }) => testId)
  const notes = [...ledger.values()].flatMap(({ records }) => [...records.values()].filter(({ test }) => test !== null))
  const told = grouped(notes, ({ test }) => test?.testId ?? '')
  return [
    ...Array.from(told.keys())
      .filter((id) => !books.tests.some((test) => test.id === id))
      .map((id) => createLost(`test ${id}`)),
    ...books.tests.flatMap(({ id, state }): Finding[] => {
      const records = told.get(id) ?? []
      const wanted = records.some(({ test }) => test?.isOver) ? 'finished' : 'notStarted'
      if (state !== wanted) return [createWrong(`test ${id} is ${state}, and ${wanted} by what its unit said`)]
      const expected = records.filter(({ test }) => test?.lamp !== undefined)
      const rows = grouped(results.get(id) ?? [], ({ lamp }) => String(lamp))
      return [
        ...expected.flatMap(({ test, record }): Finding[] => {
          const own = rows.get(String(test?.lamp)) ?? []
          const what = `result of lamp ${test?.lamp} in test ${id}`
          const isOther = own.some(({ boot, seq }) => boot !== record.boot || seq !== record.seq)
          return [
            ...oneOf(what, own.length),
            ...(isOther ? [createWrong(`${what} is not the one that was reported`)] : []),
          ]
        }),
        ...(rows.size > expected.length ? [createWrong(`test ${id} has results that nobody reported`)] : []),
      ]
    }),
  ]
}

/** Effects of requests, by their distinct value. */
const indexEffects = (books: PlatformState): Record<RequestedAction, Map<string, unknown[]>> => ({
  identifyLamp: grouped(
    books.commands.filter(({ name, isAsked }) => name === 'identify' && isAsked),
    ({ unit, command }) => `${unit} ${command.lamp} ${command.seconds}`,
  ),
  ftest: grouped(books.tests, ({ id }) => id),
  assignGroups: grouped(books.operations, ({ id }) => id),
  saveRoom: grouped(books.rooms, (name) => name),
  invitaDelegato: grouped(books.invitations, (email) => email),
})

const isKnownById = (wish: RequestedAction): boolean => wish === 'ftest' || wish === 'assignGroups'

const requestFindings = (books: PlatformState, asked: readonly RequestLog[]): Finding[] => {
  const traces = indexEffects(books)
  const audit = grouped(books.audit, ({ requestId }) => requestId)
  return asked.flatMap(({ wish, key, outcome, requestId, id, code }): Finding[] => {
    const what = `${wish} ${key}`
    const isAnswered = outcome === 'answered'
    const left = traces[wish].get(isKnownById(wish) ? (id ?? '') : key)?.length ?? 0
    return [
      // Without an answer the outcome is unknown: the request was executed once or not at all.
      ...oneOf(what, left, isAnswered ? 1 : 0),
      ...(isAnswered ? oneOf(`the audit of ${what}`, audit.get(requestId ?? '')?.length ?? 0) : []),
      ...(outcome === 'refused' && left > 0 ? [createWrong(`${what} was refused with ${code}, and done`)] : []),
      ...(code === 'INTERNAL_ERROR' ? [createWrong(`${what} was answered with ${code} (${requestId})`)] : []),
    ]
  })
}

/** Each executed action is in the audit, whether or not its caller was answered. */
const auditFindings = (books: PlatformState): Finding[] => {
  const lines = grouped(books.audit, ({ action }) => action)
  return Object.entries(indexEffects(books)).flatMap(([wish, traces]): Finding[] => {
    const done = traces.values().reduce((sum, rows) => sum + rows.length, 0)
    const audited = lines.get(wish)?.length ?? 0
    if (done === audited) return []
    const what = `${done} times ${wish} was done, ${audited} times it is in the audit`
    return [done > audited ? createLost(what) : createDuplicate(what)]
  })
}

const mailFindings = ({ mails, invitations }: PlatformState): Finding[] => {
  const sent = grouped(mails, ({ to }) => to)
  return [
    ...invitations.flatMap((email) => oneOf(`the mail to ${email}`, sent.get(email)?.length ?? 0)),
    ...mails
      .filter(({ isSent, isDue }) => !isSent && !isDue)
      .map(({ to }) => createLost(`the sending of the mail to ${to}`)),
  ]
}

/** Compares promises with the stored data: nothing lost, nothing duplicated, nothing executed twice. */
export const findingsOf = (ledger: UnitsLedger, asked: readonly RequestLog[], books: PlatformState): Finding[] => {
  const stored = grouped(books.records, ({ unit }) => unit)
  return [
    ...[...ledger].flatMap(([unit, one]) => recordFindings(unit, one, stored.get(unit) ?? [])),
    ...[...ledger].flatMap(([unit, { complaints }]) => complaints.map((what) => createWrong(`${unit}: ${what}`))),
    ...stateFindings(ledger, books.states),
    ...commandFindings(books, ledger),
    ...testFindings(books, ledger),
    ...requestFindings(books, asked),
    ...auditFindings(books),
    ...mailFindings(books),
    ...books.deadLetters.map(({ unit, reason }) => createWrong(`a sound message of ${unit} was set aside: ${reason}`)),
  ]
}
