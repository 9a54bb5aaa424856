import { expect, test } from 'vitest'
import { z } from 'zod'
import { quietLog } from '../testing/quiet-log.ts'
import { createDomainEvents, domainEvent } from './domain-events.ts'

const doorOpened = domainEvent('doorOpened')
const guestLeft = domainEvent('guestLeft', z.object({ guest: z.string() }))

test('every subscriber is notified, also where one before it fails', () => {
  const log = quietLog()
  const events = createDomainEvents(log)
  const received: string[] = []
  events.subscribe(doorOpened, () => {
    throw new Error('asleep')
  })
  events.subscribe(doorOpened, () => void received.push('second'))
  events.subscribe(guestLeft, ({ guest }) => void received.push(guest))
  events.publish(doorOpened, undefined)
  expect(received).toEqual(['second'])
  expect(log.lines.map(({ level }) => level)).toEqual(['error'])
})

test('only what is for all nodes is shared with them', () => {
  const events = createDomainEvents(quietLog())
  const shared: unknown[] = []
  events.sharesBy((name, data) => void shared.push([name, data]))
  events.publish(doorOpened, undefined)
  events.publish(guestLeft, { guest: 'Ada' })
  expect(shared).toEqual([['guestLeft', { guest: 'Ada' }]])
})

test('what happened on another node is read before anybody acts on it, and not shared again', () => {
  const events = createDomainEvents(quietLog())
  const received: string[] = []
  const shared: string[] = []
  events.sharesBy((name) => void shared.push(name))
  events.subscribe(guestLeft, ({ guest }) => void received.push(guest))
  events.subscribe(doorOpened, () => void received.push('door'))
  events.takeShared('guestLeft', { guest: 'Ada' })
  events.takeShared('guestLeft', { guest: 7 })
  events.takeShared('doorOpened', null)
  events.takeShared('nothing of ours', null)
  expect(received).toEqual(['Ada'])
  expect(shared).toEqual([])
})
