import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createUnsentResponses } from './unsent-responses.ts'

test('unread responses count per caller until the connection ends', () => {
  const unsent = createUnsentResponses(1000)
  const responses = [new EventEmitter(), new EventEmitter()]
  for (const response of responses) unsent.track('a', response as never, 600)
  expect(unsent.isTooMuch('a')).toBe(true)
  expect(unsent.isTooMuch('b')).toBe(false)
  responses[0]?.emit('close')
  expect(unsent.isTooMuch('a')).toBe(false)
  responses[1]?.emit('close')
  expect(unsent.callers()).toBe(0)
})
