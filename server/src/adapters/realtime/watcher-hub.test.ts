import { beforeEach, expect, it } from 'vitest'
import { createSocketIds } from './socket-ids.ts'
import { createWatcherHub, type WatcherHub } from './watcher-hub.ts'

const plant = 'a plant'
let hub: WatcherHub

beforeEach(() => {
  hub = createWatcherHub(createSocketIds('0a1b2c3d', 'a secret'))
})

const browserOf = (userId: string, suspended = false) => {
  const got: string[] = []
  const id = hub.add(
    { userId, suspended },
    {
      send: ({ text }) => void got.push(JSON.parse(text).action),
      backlog: () => 0,
      close: () => undefined,
      recheck: () => void got.push('(rechecked)'),
    },
  )
  return { id, got, watch: () => hub.watch(id, userId, plant) }
}
const decided = (user: string, validation: string) =>
  hub.deliver({ user }, 'updateUserValidation', { userid: user, validation })

it('sends a plant to who watches it, its figures to the lists of members', () => {
  const [watcher, member, stranger] = [browserOf('ada'), browserOf('bo'), browserOf('cy')]
  expect(watcher.watch()).toBe(true)
  hub.deliver({ plant, home: ['ada', 'bo'] }, 'plantCounts', {})
  expect([watcher.got, member.got, stranger.got]).toEqual([['plantCounts'], ['plantCounts'], []])
})

it('sends a suspended person the suspension and nothing of any plant, until reinstated', () => {
  const [watcher, list] = [browserOf('ada'), browserOf('ada')]
  watcher.watch()
  decided('ada', 'suspended')
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect([watcher.got, list.got]).toEqual([['updateUserValidation'], ['updateUserValidation']])
  expect(watcher.watch()).toBe(false)

  decided('ada', 'verified')
  expect(watcher.watch()).toBe(true)
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect(watcher.got.at(-1)).toBe('plantCounts')
  expect(list.got.at(-1)).toBe('plantCounts')
})

it('sends nothing of plants to a browser that comes while the person is suspended', () => {
  const late = browserOf('ada', true)
  expect(late.watch()).toBe(false)
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect(late.got).toEqual([])
})
