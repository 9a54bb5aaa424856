import { beforeEach, expect, it } from 'vitest'
import type { CallerToken } from '../../kernel/caller.ts'
import { createSocketIds } from './socket-ids.ts'
import { createWatcherHub, type WatcherHub } from './watcher-hub.ts'

const plant = 'a plant'
let hub: WatcherHub
let time = 0

beforeEach(() => {
  hub = createWatcherHub(createSocketIds('0a1b2c3d', 'a secret'), () => time)
  time = 0
})

const open = { suspended: false, declarationsMissing: false }
const browserOf = (userId: string, account = open, token: CallerToken | null = null) => {
  const receivedTexts: string[] = []
  const id = hub.add(
    { userId, ...account, token },
    {
      send: ({ text }) => void receivedTexts.push(JSON.parse(text).action),
      backlog: () => 0,
      close: () => undefined,
      recheck: () => void receivedTexts.push('(rechecked)'),
    },
  )
  const owner = token?.id ?? userId
  return { id, receivedTexts, watch: (until: Date | null = null) => hub.watch(id, owner, { plantId: plant, until }) }
}
/** A program acting for a person. */
const programOf = (userId: string, plantIds: string[] | null = null) =>
  browserOf(userId, open, { id: `token of ${userId}`, name: 'Energy board', scopes: ['read'], plantIds })
const decided = (user: string, validation: string) =>
  hub.deliver({ user }, 'updateUserValidation', { userid: user, validation })

it('sends a plant to its watchers and its figures to the lists of members', () => {
  const [watcher, member, nonMember] = [browserOf('ada'), browserOf('bo'), browserOf('cy')]
  expect(watcher.watch()).toBe(true)
  hub.deliver({ plant, home: ['ada', 'bo'] }, 'plantCounts', {})
  expect([watcher.receivedTexts, member.receivedTexts, nonMember.receivedTexts]).toEqual([
    ['plantCounts'],
    ['plantCounts'],
    [],
  ])
})

it('skips the socket that caused a change but not others of the person', () => {
  const [ownBrowser, other] = [browserOf('ada'), browserOf('ada')]
  for (const { watch } of [ownBrowser, other]) watch()
  hub.deliver({ plant, exceptSocket: ownBrowser.id }, 'aggiornaMappe', {})
  expect([ownBrowser.receivedTexts, other.receivedTexts]).toEqual([[], ['aggiornaMappe']])
})

it('sends a suspended person only the suspension until reinstated', () => {
  const [watcher, list] = [browserOf('ada'), browserOf('ada')]
  watcher.watch()
  decided('ada', 'suspended')
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect([watcher.receivedTexts, list.receivedTexts]).toEqual([['updateUserValidation'], ['updateUserValidation']])
  expect(watcher.watch()).toBe(false)

  decided('ada', 'verified')
  expect(watcher.watch()).toBe(true)
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect(watcher.receivedTexts.at(-1)).toBe('plantCounts')
  expect(list.receivedTexts.at(-1)).toBe('plantCounts')
})

it('sends no plants to a browser that connects during a suspension', () => {
  const lateBrowser = browserOf('ada', { ...open, suspended: true })
  expect(lateBrowser.watch()).toBe(false)
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  expect(lateBrowser.receivedTexts).toEqual([])
})

it('sends no plants before the declarations, whatever the office decides meanwhile', () => {
  const browser = browserOf('ada', { suspended: true, declarationsMissing: true })
  decided('ada', 'verified')
  expect(browser.watch()).toBe(false)
  hub.deliver({ user: 'ada' }, 'saveDeclarations', { userid: 'ada' })
  expect(browser.watch()).toBe(true)
  hub.deliver({ plant }, 'plantCounts', {})
  expect(browser.receivedTexts).toEqual(['updateUserValidation', 'saveDeclarations', 'plantCounts'])
})

it('stops sending and reports the end when a membership ends', () => {
  const [guest, member] = [browserOf('ada'), browserOf('bo')]
  guest.watch(new Date(1000))
  member.watch()
  time = 999
  hub.deliver({ plant }, 'plantCounts', {})
  time = 1000
  for (let n = 0; n < 2; n++) hub.deliver({ plant }, 'plantCounts', {})
  expect(guest.receivedTexts).toEqual(['plantCounts', 'membershipEnded'])
  expect(member.receivedTexts).toEqual(['plantCounts', 'plantCounts', 'plantCounts'])
})

it('follows a membership end that moves while a plant is watched', () => {
  const [guest, other] = [browserOf('ada'), browserOf('ada')]
  guest.watch()
  hub.watch(other.id, 'ada', { plantId: 'another plant', until: null })
  const move = (until: string | null) =>
    hub.deliver({ user: 'ada' }, 'membershipEnds', { plant_id: plant, userid: 'ada', until })
  move(new Date(1000).toISOString())
  time = 1000
  move(new Date(2000).toISOString())
  hub.deliver({ plant }, 'plantCounts', {})
  time = 2000
  hub.deliver({ plant }, 'plantCounts', {})
  hub.deliver({ plant: 'another plant' }, 'plantCounts', {})
  expect(guest.receivedTexts).toEqual(['membershipEnds', 'membershipEnds', 'plantCounts', 'membershipEnded'])
  expect(other.receivedTexts).toEqual(['membershipEnds', 'membershipEnds', 'plantCounts'])
})

it('sends a program the plants of its token, and no events of the account', () => {
  const [everywhere, elsewhere] = [programOf('ada'), programOf('ada', ['another plant'])]
  hub.deliver({ plant, home: ['ada'] }, 'plantCounts', {})
  hub.deliver({ user: 'ada' }, 'notices', { plant_id: plant })
  expect([everywhere.receivedTexts, elsewhere.receivedTexts]).toEqual([['plantCounts'], []])
  expect([everywhere.watch(), elsewhere.watch()]).toEqual([true, false])
})

it('sends a program that watches a plant everything but the accounts of people', () => {
  const [program, browser] = [programOf('ada'), browserOf('ada')]
  for (const { watch } of [program, browser]) watch()
  for (const event of ['plantUsers', 'updatePlant'] as const) hub.deliver({ plant }, event, {})
  expect([program.receivedTexts, browser.receivedTexts]).toEqual([['updatePlant'], ['plantUsers', 'updatePlant']])
})

it('gives the socket of a program neither to its person nor to another program', () => {
  const [program, browser] = [programOf('ada'), browserOf('ada')]
  const watched = { plantId: plant, until: null }
  expect(hub.watch(program.id, 'ada', watched)).toBe(false)
  expect(hub.watch(program.id, 'another token', watched)).toBe(false)
  expect(hub.watch(browser.id, 'token of ada', watched)).toBe(false)
  expect([hub.leave(program.id, 'ada'), hub.leave(program.id, 'token of ada')]).toEqual([false, true])
})

it.each(['accessTokens', 'membershipEnded', 'setMemberRole'] as const)(
  'makes programs, and no browsers, check their token after the event %s',
  (event) => {
    const [program, browser, other] = [programOf('ada'), browserOf('ada'), programOf('bo')]
    hub.deliver({ user: 'ada' }, event, { plant_id: plant, userid: 'ada' })
    expect([program.receivedTexts, browser.receivedTexts, other.receivedTexts]).toEqual([['(rechecked)'], [event], []])
  },
)
