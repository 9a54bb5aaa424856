import { DrizzleQueryError } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailFailure } from '../ports/mail-transport.ts'
import { OutboundFailure } from '../ports/outbound.ts'
import { createLog } from './log.ts'

type Line = { msg: string; level: string; time: string; outage?: string; suppressed?: number }

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const open = () => {
  const lines: Line[] = []
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) }) }
}
const refusalOf = (message = 'connect ECONNREFUSED') => Object.assign(new Error(message), { code: 'ECONNREFUSED' })
const databaseError = () => new DrizzleQueryError('select 1', [], refusalOf())

test('a database outage is logged once a minute with a count of suppressed lines', () => {
  const { log, lines } = open()
  for (let second = 0; second < 150; second += 1) {
    vi.setSystemTime(second * 1_000)
    for (let round = 0; round < 27; round += 1) log.error({ err: databaseError() }, `task ${round} failed`)
    log.child({ node: 'a' }).error({ error: databaseError() }, 'command sender failed')
  }
  expect(lines.map(({ outage, suppressed }) => [outage, suppressed])).toEqual([
    ['database', 0],
    ['database', 28 * 60 - 1],
    ['database', 28 * 60 - 1],
  ])
})

test('broker and mail outages are logged separately from the database', () => {
  const { log, lines } = open()
  for (let round = 0; round < 10; round += 1) {
    log.error({ err: databaseError() }, 'a')
    log.warn({ error: refusalOf(), outage: 'broker' }, 'MQTT broker')
    log.warn({ outage: 'broker' }, 'no connection to the MQTT broker')
    log.error({ err: new MailFailure('ECONNECTION', false, { cause: refusalOf() }) }, 'a job failed')
  }
  expect(lines.map(({ outage, msg }) => [outage, msg])).toEqual([
    ['database', 'a'],
    ['broker', 'MQTT broker'],
    ['mail', 'a job failed'],
  ])
})

test('other errors are not suppressed', () => {
  const { log, lines } = open()
  for (let round = 0; round < 5; round += 1) {
    log.error({ err: new Error('a defect') }, 'call failed unexpectedly')
    log.info({ err: databaseError() }, 'told of it')
    log.error({ err: new OutboundFailure('ECONNREFUSED', { cause: refusalOf() }) }, 'a webhook could not be called')
    log.warn(
      { err: Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }) },
      'a manual could not be saved',
    )
    log.error({ err: new DrizzleQueryError('', [], Object.assign(new Error(), { code: '40001' })) }, 'conflict')
  }
  expect(lines).toHaveLength(25)
})

test('a line has its level as a word and its time in UTC', () => {
  vi.setSystemTime(new Date('2026-11-30T10:00:00.250Z'))
  const { log, lines } = open()
  log.child({ node: 'a' }).warn('a')
  expect(lines).toMatchObject([{ level: 'warn', time: '2026-11-30T10:00:00.250Z', msg: 'a' }])
})
