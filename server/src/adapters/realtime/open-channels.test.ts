import { expect, test } from 'vitest'
import { createOpenChannels } from './open-channels.ts'

test('an account and an address have a limited number of places, each released once', () => {
  const channels = createOpenChannels({ perAccount: 2, perAddress: 3 })
  const leaveChannel = channels.enter('a', '192.0.2.1')
  channels.enter('a', '192.0.2.1')
  expect(channels.enter('a', '192.0.2.9')).toBeNull()
  expect(channels.enter('b', '192.0.2.1')).not.toBeNull()
  expect(channels.enter('c', '192.0.2.1')).toBeNull()
  leaveChannel?.()
  leaveChannel?.()
  expect(channels.enter('a', '192.0.2.1')).not.toBeNull()
  expect(channels.enter('c', '192.0.2.1')).toBeNull()
})

test('a closed channel leaves nothing in memory', () => {
  const channels = createOpenChannels({ perAccount: 2, perAddress: 3 })
  channels.enter('a', '192.0.2.1')?.()
  expect(channels.size()).toBe(0)
})
