import type { InspectionQuery } from '../../server/src/testing/inspect-database.ts'

/** The platform's stored state at one moment. */
export type PlatformState = {
  records: { unit: string; life: string; boot: number; seq: number; kind: string; body: unknown }[]
  commands: {
    id: string
    unit: string
    name: string
    command: Record<string, unknown>
    state: string
    attempt: number
    isPending: boolean
    isAsked: boolean
    operationId: string | null
  }[]
  operations: { id: string; isOpen: boolean }[]
  states: { unit: string; addr: number; errors: string[] }[]
  tests: { id: string; unit: string; state: string; commandId: string | null }[]
  results: { testId: string; lamp: number; boot: number | null; seq: number | null }[]
  rooms: string[]
  invitations: string[]
  /** `isDue`: a job will send it; after the end of its node, minutes later. */
  mails: { to: string; isSent: boolean; isDue: boolean }[]
  audit: { action: string; requestId: string }[]
  deadLetters: { unit: string; reason: string }[]
}

const statements: Record<keyof PlatformState, string> = {
  records: 'select unit, life, boot::float8 as boot, seq::float8 as seq, kind, body from unit_record',
  commands: `select id, unit, name, command, state, attempt, due_at is not null as "isPending", requested_by is not null as "isAsked",
    operation_id as "operationId" from unit_command`,
  operations: 'select id, ended_at is null as "isOpen" from operation',
  states: 'select unit, addr, lamp.errors from lamp join central_unit on central_unit.id = central_unit_id',
  tests: `select id, unit, state, command_id as "commandId" from test_run`,
  results: `select test_id as "testId", lamp, boot::float8 as boot, seq::float8 as seq from test_result`,
  rooms: 'select name from room',
  invitations: 'select email from invitation',
  mails: `select "to", sent_at is not null as "isSent", exists (select from pgboss.job
    where name = 'mail.send' and data->>'mailId' = mail.id::text and state in ('created', 'retry', 'active')) as "isDue" from mail`,
  audit: `select action, request_id as "requestId" from audit where result = 'ok'`,
  deadLetters: 'select unit, reason from dead_letter',
}

const uniqueNames = { rooms: 'name', invitations: 'email' } as const

/** Reads everything in one transaction. */
export const readPlatformState = async (database: InspectionQuery): Promise<PlatformState> => {
  await database.query('begin isolation level repeatable read read only')
  const state: Record<string, unknown[]> = {}
  for (const [name, statement] of Object.entries(statements)) state[name] = (await database.query(statement)).rows
  await database.query('commit')
  for (const [name, column] of Object.entries(uniqueNames))
    state[name] = (state[name] ?? []).map((row) => (row as Record<string, unknown>)[column])
  return state as PlatformState
}

/** Last known states of units and lamps. */
export const readStates = async (database: InspectionQuery): Promise<PlatformState['states']> =>
  (await database.query(statements.states)).rows

/** Work in progress, in words; empty when all is quiet. */
export const listInProgress = async (database: InspectionQuery): Promise<string[]> => {
  const { rows } = await database.query(`select
    (select count(*)::int from unit_command where due_at is not null) as commands,
    (select count(*)::int from test_run where state in ('requested', 'running')) as tests,
    (select count(*)::int from operation where ended_at is null) as operations`)
  return Object.entries(rows[0] as Record<string, number>).flatMap(([problem, n]) => (n > 0 ? [`${n} ${problem}`] : []))
}
