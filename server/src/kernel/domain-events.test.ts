import { expect, test } from 'vitest'
import { quietLog } from '../testing/quiet-log.ts'
import { createDomainEvents, domainEvent } from './domain-events.ts'

const doorOpenedEvent = domainEvent('doorOpened')

test('every subscriber is notified, even after another fails', () => {
  const log = quietLog()
  const events = createDomainEvents(log)
  const receivedTexts: string[] = []
  events.subscribe(doorOpenedEvent, () => {
    throw new Error('asleep')
  })
  events.subscribe(doorOpenedEvent, () => void receivedTexts.push('second'))
  events.subscribe(domainEvent('guestLeft'), () => void receivedTexts.push('guest'))
  events.publish(doorOpenedEvent)
  expect(receivedTexts).toEqual(['second'])
  expect(log.lines.map(({ level }) => level)).toEqual(['error'])
})
