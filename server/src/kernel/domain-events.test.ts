import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createDomainEvents, domainEvent } from './domain-events.ts'

const doorOpened = domainEvent('doorOpened')

test('every subscriber is notified, also where one before it fails', () => {
  const log = quietLog()
  const events = createDomainEvents(log)
  const received: string[] = []
  events.subscribe(doorOpened, () => {
    throw new Error('asleep')
  })
  events.subscribe(doorOpened, () => void received.push('second'))
  events.subscribe(domainEvent('guestLeft'), () => void received.push('guest'))
  events.publish(doorOpened)
  expect(received).toEqual(['second'])
  expect(log.lines.map(({ level }) => level)).toEqual(['error'])
})
