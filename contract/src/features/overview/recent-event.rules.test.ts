import { expect, it } from 'vitest'
import { mergeRecentEvents } from './recent-event.rules.ts'
import { type RecentEvent, recentEventLimits } from './recent-event.ts'

const cu = 'logica_0A1B2C'
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString()
const fault = (minute: number, lamp: number, change: object = {}): RecentEvent => ({
  kind: 'lampFault',
  at: at(minute),
  cu,
  error: 'led_open',
  cleared: false,
  lamps: [lamp],
  total: 1,
  ...change,
})
const command = (minute: number, change: object = {}): RecentEvent => ({
  kind: 'command',
  at: at(minute),
  cu,
  by: 'Ada',
  command: 'identify',
  state: 'done',
  count: 1,
  ...change,
})
const connection = (minute: number): RecentEvent => ({ kind: 'connection', at: at(minute), cu, connected: true })

it('the same fault of several lamps becomes one event with the latest date', () => {
  const mergedEvents = mergeRecentEvents([fault(9, 7), connection(8), fault(7, 2), fault(5, 7)])
  expect(mergedEvents).toEqual([fault(9, 2, { lamps: [2, 7], total: 2 }), connection(8)])
})

it.each([
  ['another fault', fault(8, 2, { error: 'charger' })],
  ['one that is gone', fault(8, 2, { cleared: true })],
  ['one of another unit', fault(8, 2, { cu: 'logica_0A1B2D' })],
  ['one long before', fault(9 - recentEventLimits.gatheredMinutes - 1, 2)],
])('events are not merged with %s', (_, other) => {
  expect(mergeRecentEvents([fault(9, 7), other])).toHaveLength(2)
})

it('an event names a limited number of lamps and counts all', () => {
  const lamps = Array.from({ length: 50 }, (_, n) => fault(9, n + 1))
  const [event] = mergeRecentEvents(lamps)
  expect(event).toMatchObject({ total: 50 })
  expect(event?.kind === 'lampFault' && event.lamps).toHaveLength(recentEventLimits.lamps)
})

it('repeated commands of a person are counted by result', () => {
  const mergedEvents = mergeRecentEvents([
    command(9),
    command(8),
    command(7, { state: 'failed' }),
    command(6, { by: 'Bo' }),
  ])
  expect(mergedEvents.map((event) => event.kind === 'command' && [event.by, event.state, event.count])).toEqual([
    ['Ada', 'done', 2],
    ['Ada', 'failed', 1],
    ['Bo', 'done', 1],
  ])
})

it('recent events are limited in number', () => {
  expect(mergeRecentEvents(Array.from({ length: 99 }, (_, n) => connection(n)))).toHaveLength(recentEventLimits.events)
})
