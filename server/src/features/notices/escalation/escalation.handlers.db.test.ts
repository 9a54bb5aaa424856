import { randomUUID } from 'node:crypto'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const defaultRule = { on: true, afterMinutes: 30, kinds: ['mainsFailure' as const], version: 0 }

const plantOf = async () => {
  const roles = ['installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const
  const users = await Promise.all(roles.map(() => server.create.user()))
  const members = Object.fromEntries(roles.map((role, at) => [role, users[at]?.userId ?? '']))
  const plantId = await server.create.plant({ members })
  const clientOf = (role: PlantRole) => {
    const user = users[roles.indexOf(role)]
    if (!user) throw new Error('nobody has that role')
    return server.as(user)
  }
  return { plantId, clientOf, ids: members as Record<PlantRole, string> }
}

describe('escalation settings', () => {
  it('are set by installer administrators and read by members', async () => {
    const { plantId, clientOf, ids } = await plantOf()
    const input = { ...defaultRule, plantId, people: [ids.clientOwner, ids.installerStaff] }
    for (const role of ['installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const) {
      expect(await clientOf(role).refusal('saveEscalation', input)).toBe('NOT_ALLOWED')
      expect((await clientOf(role).call('getEscalation', { plantId })).escalation).toMatchObject({
        on: false,
        version: 0,
      })
    }
    server.broadcasts.length = 0
    await clientOf('installerAdministrator').call('saveEscalation', input)
    expect(server.broadcasts).toContainEqual({
      audience: { plant: plantId },
      event: 'noticeSettings',
      data: { plant_id: plantId },
    })
    const { escalation } = await clientOf('clientStaff').call('getEscalation', { plantId })
    expect(escalation.people.map(({ userid }) => userid)).toEqual(input.people)
    const nonMember = server.as(await server.create.user())
    expect(await nonMember.refusal('getEscalation', { plantId })).toBe('PLANT_NOT_FOUND')
    expect(await nonMember.refusal('saveEscalation', { ...input, version: 1 })).toBe('PLANT_NOT_FOUND')
    const audit = await clientOf('installerAdministrator').call('getAudit', { plantId })
    // The refused calls of the same moment are in the list too.
    const saveEntries = audit.entries.filter(({ action, result }) => action === 'saveEscalation' && result === 'ok')
    expect(saveEntries).toHaveLength(1)
    expect(saveEntries[0]?.things.flatMap(({ kind, id }) => (kind === 'person' ? [id] : []))).toEqual(input.people)
    expect(saveEntries[0]?.changes).toContainEqual({ field: 'people', before: 0, after: 2 })
  })

  it('contain members of the plant, and those who have left it', async () => {
    const { plantId, clientOf, ids } = await plantOf()
    const administrator = clientOf('installerAdministrator')
    const other = await plantOf()
    for (const userId of [randomUUID(), other.ids.clientOwner])
      expect(await administrator.refusal('saveEscalation', { ...defaultRule, plantId, people: [userId] })).toBe(
        'MEMBER_NOT_FOUND',
      )
    const people = [ids.installerStaff, ids.clientStaff]
    await administrator.call('saveEscalation', { ...defaultRule, plantId, people })
    await administrator.call('rimuoviCollab', { plantId, userId: ids.installerStaff })
    const savedEscalation = await administrator.call('saveEscalation', { ...defaultRule, plantId, people, version: 1 })
    expect(savedEscalation.escalation.people.map(({ isMember }) => isMember)).toEqual([false, true])
    await administrator.call('saveEscalation', { ...defaultRule, plantId, people: [ids.clientStaff], version: 2 })
    expect(await administrator.refusal('saveEscalation', { ...defaultRule, plantId, people, version: 3 })).toBe(
      'MEMBER_NOT_FOUND',
    )
  })

  it('are saved once over the version seen', async () => {
    const { plantId, clientOf, ids } = await plantOf()
    const administrator = clientOf('installerAdministrator')
    const input = { ...defaultRule, plantId, people: [ids.clientOwner] }
    for (const version of [0, 1]) {
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () =>
          administrator.call('saveEscalation', { ...input, version }).then(
            () => 'saved',
            (error: { code: string }) => error.code,
          ),
        ),
      )
      expect(outcomes.toSorted()).toEqual([...Array(3).fill('CHANGED_MEANWHILE'), 'saved'])
    }
  })

  it('are limited to ten people and five minutes to a day', async () => {
    const { plantId, clientOf, ids } = await plantOf()
    const administrator = clientOf('installerAdministrator')
    const id = ids.clientOwner
    for (const wrongFields of [
      ...[4, 1_441, 5.5].map((afterMinutes) => ({ afterMinutes })),
      { people: [id, id] },
      { people: Array.from({ length: 11 }, () => randomUUID()) },
      { kinds: ['proEnds'] },
      { kinds: ['mainsFailure', 'mainsFailure'] },
      { version: -1 },
    ])
      expect(
        await administrator.refusal('saveEscalation', {
          ...defaultRule,
          plantId,
          people: [id],
          ...(wrongFields as object),
        }),
      ).toBe('INVALID_INPUT')
    for (const [version, afterMinutes] of [5, 1_440].entries())
      await administrator.call('saveEscalation', { ...defaultRule, plantId, people: [id], afterMinutes, version })
  })
})
