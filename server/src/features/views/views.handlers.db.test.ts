import { randomUUID } from 'node:crypto'
import { maxViewsPerPerson } from '@vigilux/contract/features/views/view.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: User
let ben: User
let plantId: string
beforeAll(async () => {
  server = await createTestServer()
  ;[ada, ben] = [await server.create.user(), await server.create.user()]
})
beforeEach(async () => {
  // Read-only members save views, too.
  plantId = await server.create.plant({ members: { installerReadOnly: ada.userId, clientStaff: ben.userId } })
})
afterAll(() => server.stop())

const draft = (name: string, params = {}) => ({ name, list: 'emergency' as const, params })
const save = async (name: string, params = {}, base?: { viewId: string; version: number }) =>
  (await server.as(ada).call('saveView', { plantId, view: draft(name, params), ...(base && { known: base }) })).view
const refusalOf = (input: object, caller = ada) =>
  server.as(caller).refusal('saveView', { plantId, view: draft('Any'), ...input })
const names = async (caller = ada) =>
  (await server.as(caller).call('getViews', { plantId })).views.map(({ name }) => name)

describe('personal views', () => {
  it('are saved with all parameters, sorted and broadcast only to their person', async () => {
    const params = {
      q: 'hall',
      f: 'error',
      room: randomUUID(),
      group: 'logica_0A1B2C.3',
      sort: '-autonomy',
      cols: 'number',
    }
    const stairs = await save('stairs', params)
    await save('Exits')
    const { views } = await server.as(ada).call('getViews', { plantId })
    expect(views.map(({ name }) => name)).toEqual(['Exits', 'stairs'])
    expect(views[1]).toEqual({ ...draft('stairs', params), id: stairs.id, version: 1 })
    expect(await names(ben)).toEqual([])
    const data = { plant_id: plantId, view_id: stairs.id }
    expect(server.broadcasts).toContainEqual({ audience: { user: ada.userId }, event: 'saveView', data })
  })

  it('are changed over the opened version and removed', async () => {
    const { id: viewId } = await save('Exits', { f: 'error' })
    const base = { viewId, version: 1 }
    expect(await save('Way out', { f: 'offline' }, base)).toMatchObject({ id: viewId, version: 2, name: 'Way out' })
    expect(await refusalOf({ known: base })).toBe('CHANGED_MEANWHILE')
    expect(await names()).toEqual(['Way out'])
    await server.as(ada).call('removeView', { plantId, viewId })
    expect(await names()).toEqual([])
    const data = { plant_id: plantId, view_id: viewId }
    expect(server.broadcasts).toContainEqual({ audience: { user: ada.userId }, event: 'removeView', data })
    expect(await server.as(ada).refusal('removeView', { plantId, viewId })).toBe('VIEW_NOT_FOUND')
    expect(await refusalOf({ known: base })).toBe('VIEW_NOT_FOUND')
  })

  it('have unique names, ignoring case, even at once', async () => {
    const { id: viewId } = await save('Exits')
    expect(await refusalOf({ view: draft('EXITS') })).toBe('VIEW_NAME_TAKEN')
    expect(await refusalOf({ view: draft('exits'), known: { viewId, version: 1 } })).toBeNull()
    const codes = await Promise.all([refusalOf({ view: draft('Stairs') }), refusalOf({ view: draft('stairs') })])
    expect(codes.sort()).toEqual(['VIEW_NAME_TAKEN', null].sort())
    expect(await refusalOf({ view: draft('Exits') }, ben)).toBeNull()
  })

  it('are limited in number and size, even at once', async () => {
    for (let n = 2; n < maxViewsPerPerson; n++) await save(`View ${n}`)
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => refusalOf({ view: draft(name) })))
    expect(outcomes.sort()).toEqual(['VIEW_LIMIT', null, null].sort())
    expect(await names()).toHaveLength(maxViewsPerPerson)
    const wrongDrafts = [
      draft(''),
      draft('x'.repeat(61)),
      draft('y', { q: 'x'.repeat(2_001) }),
      draft('z', { other: '1' }),
    ]
    for (const view of wrongDrafts) expect(await refusalOf({ view })).toBe('INVALID_INPUT')
  })

  it('of other people or plants are not found', async () => {
    const { id: viewId } = await save('Exits')
    expect(await server.as(ben).refusal('removeView', { plantId, viewId })).toBe('VIEW_NOT_FOUND')
    expect(await refusalOf({ known: { viewId, version: 1 } }, ben)).toBe('VIEW_NOT_FOUND')
    const other = await server.create.plant({ members: { installerStaff: ada.userId } })
    expect(await server.as(ada).refusal('removeView', { plantId: other, viewId })).toBe('VIEW_NOT_FOUND')
    expect(await names()).toEqual(['Exits'])
  })

  it('are refused for people outside the plant', async () => {
    const nonMember = await server.create.user()
    const viewId = randomUUID()
    expect(await server.as(nonMember).refusal('getViews', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await refusalOf({}, nonMember)).toBe('PLANT_NOT_FOUND')
    expect(await server.as(nonMember).refusal('removeView', { plantId, viewId })).toBe('PLANT_NOT_FOUND')
  })
})
