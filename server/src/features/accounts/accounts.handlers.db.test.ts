import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let office: User

beforeAll(async () => {
  server = await createTestServer()
  office = await server.create.user({ usertype: 'admin', scope: 'nto' })
})
afterAll(() => server.stop())

const createNewcomer = async () => {
  const user = await server.create.user({ usertype: 'basic' })
  return { user, newcomerClient: server.as(user) }
}
/** A VAT number with a valid check digit, but without an owner. */
const piva = 'IT12345670017'
const address = { street: 'Via Roma', housenumber: '1', prov: 'FC', cap: '47121', city: 'Forlì', country: 'IT' }

it('saving a profile keeps the profile type and validation', async () => {
  const { newcomerClient } = await createNewcomer()
  const before = (await newcomerClient.call('getUserInfos', {})).user
  const kind = 'company' as const
  const profile = { name: 'Ada', surname: 'Rossi', phone: '1', kind, piva, businessname: 'Luce', address }
  const { user } = await newcomerClient.call('saveProfile', { ...profile, language: 'it', version: before.version })
  expect(user).toMatchObject({ ...profile, language: 'it', usertype: before.usertype, validation: before.validation })
})

describe('profile in two browsers', () => {
  const profile = { name: 'Ada', surname: 'Rossi', phone: '1', kind: 'person' as const, piva: '', businessname: '' }

  it('is not overwritten by the second, which gets the current one', async () => {
    const { user, newcomerClient } = await createNewcomer()
    const { version } = (await newcomerClient.call('getUserInfos', {})).user
    const first = { ...profile, address, phone: '+39 1', version }
    const savedProfile = (await newcomerClient.call('saveProfile', first)).user
    expect(savedProfile.version).toBe(version + 1)
    const second = { action: 'saveProfile', input: { ...first, phone: '+39 2' }, caller: user, requestId: randomUUID() }
    expect(await newcomerClient.refusal('saveProfile', second.input)).toBe('CHANGED_MEANWHILE')
    const refusal = await server.dispatch(second).catch((error: Refusal) => error)
    expect(refusal).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      details: { now: { ...profile, address, phone: '+39 1', version: version + 1 } },
    })
    expect((await newcomerClient.call('getUserInfos', {})).user).toEqual(savedProfile)
  })

  it('accepts a change of language alone over any version', async () => {
    const { newcomerClient } = await createNewcomer()
    await newcomerClient.call('saveProfile', { ...profile, address, version: 1 })
    const { user } = await newcomerClient.call('saveProfile', { ...profile, address, language: 'pl', version: 1 })
    expect([user.language, user.version]).toEqual(['pl', 2])
  })

  it('has a new version once completed', async () => {
    const { newcomerClient } = await createNewcomer()
    const { user } = await newcomerClient.call('completeProfile', {
      usertype: 'client',
      kind: 'company',
      businessname: 'Luce',
      piva,
    })
    expect(user.version).toBe(2)
  })
})

it.each([
  ['a company without its name', { businessname: ' ' }, ['businessname']],
  ['a company without its number', { piva: '' }, ['piva']],
  ['a number with wrong check digits', { piva: 'IT12345670018' }, ['piva']],
  ['a number of another country', { address: { ...address, country: 'DE' } }, ['piva']],
  ['a name without a letter', { name: '...' }, ['name']],
  ['a house number without digit or letter', { address: { ...address, housenumber: '--' } }, ['address.housenumber']],
  ['a country that there is not', { address: { ...address, country: 'ZZ' } }, ['address.country']],
  ['a company with all of it', {}, null],
  ['a person without', { kind: 'person', businessname: '', piva: '' }, null],
] as const)('%s', async (_, change, fields) => {
  const { user } = await createNewcomer()
  const input = {
    name: 'Ada',
    surname: 'Rossi',
    phone: '',
    kind: 'company',
    piva,
    businessname: 'Luce',
    address,
    version: 1,
    ...change,
  }
  const pendingSave = server.dispatch({ action: 'saveProfile', input, caller: user, requestId: randomUUID() })
  const refusal = await pendingSave
    .then(() => null)
    .catch((error: Refusal) => error.details as { fields: { path: string }[] })
  expect(refusal?.fields.map(({ path }) => path) ?? null).toEqual(fields)
})

it('a completed installer profile waits for verification, a client profile does not', async () => {
  const texts = { kind: 'company' as const, businessname: 'Luce', piva }
  const installer = await createNewcomer()
  const completed = await installer.newcomerClient.call('completeProfile', { usertype: 'installer', ...texts })
  expect(completed.user).toMatchObject({ usertype: 'installer', validation: 'pending', ...texts })
  const client = await createNewcomer()
  expect((await client.newcomerClient.call('completeProfile', { usertype: 'client', ...texts })).user.validation).toBe(
    'verified',
  )
  const clientAccount = server.as({ ...client.user, usertype: 'client' })
  expect(await clientAccount.refusal('completeProfile', { usertype: 'installer', ...texts })).toBe('NOT_ALLOWED')
})

it('a repeated consent keeps its day, and a withdrawn one is removed', async () => {
  const { newcomerClient } = await createNewcomer()
  const first = await newcomerClient.call('saveMarketing', { marketing: true, profiling: false, thirdparts: false })
  const day = server.clock.now()
  expect(first.consents).toMatchObject({ marketing: day.toISOString(), profiling: null, thirdparts: null })
  server.clock.time = new Date(day.getTime() + 60_000)
  const second = await newcomerClient.call('saveMarketing', { marketing: true, profiling: true, thirdparts: false })
  expect(second.consents).toMatchObject({
    marketing: day.toISOString(),
    profiling: server.clock.now().toISOString(),
  })
  const third = await newcomerClient.call('saveMarketing', { marketing: false, profiling: true, thirdparts: false })
  expect(third.consents.marketing).toBeNull()
})

it('the times of the appointment and the photo notice are saved', async () => {
  const { newcomerClient } = await createNewcomer()
  const before = (await newcomerClient.call('getUserInfos', {})).user
  const { user: appointed } = await newcomerClient.call('saveNomina', {})
  const { user: informed } = await newcomerClient.call('saveDisclaimerPhoto', {})
  expect(appointed).not.toEqual(before)
  expect(informed).not.toEqual(appointed)
  // After a second click, the first time counts.
  server.clock.time = new Date(server.clock.now().getTime() + 60_000)
  await newcomerClient.call('saveNomina', {})
  await newcomerClient.call('saveDisclaimerPhoto', {})
  const { nominaAccepted, disclaimerPhotoAccepted } = (await newcomerClient.call('getUserInfos', {})).user
  expect([nominaAccepted, disclaimerPhotoAccepted]).toEqual([
    appointed.nominaAccepted,
    informed.disclaimerPhotoAccepted,
  ])
})

it('the office decides once about a pending account and sends a mail', async () => {
  const { user, newcomerClient } = await createNewcomer()
  await newcomerClient.call('completeProfile', { usertype: 'installer', kind: 'company', businessname: 'Luce', piva })
  const pending = async () => (await server.as(office).call('getPendingUsers', {})).users.map(({ userid }) => userid)
  expect(await pending()).toContain(user.userId)
  const { users } = await server.as(office).call('getPendingUsers', {})
  expect(users.find(({ userid }) => userid === user.userId)?.vatCheck).toBe('valid')
  expect(users.map(({ created_at }) => created_at)).toEqual(users.map(({ created_at }) => created_at).toSorted())
  const decide = (userId: string) =>
    server.as(office).refusal('updateUserValidation', { userId, validation: 'refused', reason: 'No number' })
  expect(await decide(randomUUID())).toBe('UserNotFoundException')
  const announcedCount = server.broadcasts.length
  expect(await decide(user.userId)).toBeNull()
  expect(await decide(user.userId)).toBe('ALREADY_DECIDED')
  expect(await pending()).not.toContain(user.userId)
  expect(server.mails).toMatchObject([{ to: user.email, template: 'accountRefused', values: { reason: 'No number' } }])
  expect(server.broadcasts.slice(announcedCount)).toEqual([
    {
      audience: { user: user.userId },
      event: 'updateUserValidation',
      data: { userid: user.userId, validation: 'refused' },
    },
  ])
})

it('the second of two conflicting decisions is refused', async () => {
  const { user, newcomerClient } = await createNewcomer()
  await newcomerClient.call('completeProfile', { usertype: 'installer', kind: 'company', businessname: 'Luce', piva })
  const readValidation = async () => (await server.as(office).call('getUser', { userId: user.userId })).user.validation
  const decide = (change: object) =>
    server.as(office).refusal('updateUserValidation', { userId: user.userId, ...change })
  expect(await decide({ validation: 'refused', reason: 'No number' })).toBeNull()
  expect(await decide({ validation: 'verified' })).toBe('ALREADY_DECIDED')
  expect(await readValidation()).toBe('refused')
  // A person who saw the refusal may undo it; a person with older data may not.
  expect(await decide({ validation: 'verified', was: 'suspended' })).toBe('ALREADY_DECIDED')
  expect(await decide({ validation: 'verified', was: 'refused' })).toBeNull()
  expect(await decide({ validation: 'verified', was: 'refused' })).toBe('ALREADY_DECIDED')
  expect(await readValidation()).toBe('verified')
})

describe('account review', () => {
  const decide = (userId: string, validation: 'verified' | 'refused' | 'suspended', reason?: string) =>
    server.as(office).refusal('updateUserValidation', { userId, validation, ...(reason ? { reason } : {}) })
  const reopen = (userId: string) =>
    server.as(office).refusal('updateUserValidation', { userId, validation: 'verified', was: 'suspended' })
  const stateOf = async (search: string) =>
    (await server.as(office).call('getAllUsers', { search })).users.map(({ validation }) => validation)

  it('suspends and reinstates an account with immediate effect', async () => {
    const owner = await server.create.user({ usertype: 'client' })
    const ownerClient = server.as(owner)
    expect(await ownerClient.refusal('getAllPlants', {})).toBeNull()
    server.mails.length = 0
    const before = server.broadcasts.length
    expect(await decide(owner.userId, 'suspended', 'Struck off the register')).toBeNull()
    expect(await stateOf(owner.email)).toEqual(['suspended'])
    expect(server.mails).toMatchObject([
      { to: owner.email, template: 'accountSuspended', values: { reason: 'Struck off the register' } },
    ])
    expect(await decide(owner.userId, 'suspended', 'Again')).toBe('ALREADY_DECIDED')
    expect(await decide(owner.userId, 'refused', 'Too late')).toBe('ALREADY_DECIDED')
    expect(await reopen(owner.userId)).toBeNull()
    expect(await stateOf(owner.email)).toEqual(['verified'])
    const broadcasts = server.broadcasts.slice(before).map(({ event, data }) => [event, data])
    expect(broadcasts).toEqual([
      ['updateUserValidation', { userid: owner.userId, validation: 'suspended' }],
      ['updateUserValidation', { userid: owner.userId, validation: 'verified' }],
    ])
    const { entries } = await server.as(office).call('getOwnAudit', {})
    const validationChanges = entries.flatMap(({ action, changes }) =>
      action === 'updateUserValidation' ? changes.filter(({ field }) => field === 'validation') : [],
    )
    expect(validationChanges).toEqual(
      expect.arrayContaining([
        { field: 'validation', before: 'verified', after: 'suspended' },
        { field: 'validation', before: 'suspended', after: 'verified' },
      ]),
    )
  })

  it('requires a reason to suspend, and refuses the own account', async () => {
    const owner = await server.create.user({ usertype: 'client' })
    expect(await decide(owner.userId, 'suspended')).toBe('INVALID_INPUT')
    expect(await stateOf(owner.email)).toEqual(['verified'])
    expect(await decide(office.userId, 'suspended', 'Myself')).toBe('NOT_ALLOWED')
  })

  it('cannot be undone by the suspended account', async () => {
    const readOnlyUser = await server.create.user({ usertype: 'basic' })
    await decide(readOnlyUser.userId, 'suspended', 'Unpaid')
    const suspended = server.as({ ...readOnlyUser, suspended: true })
    expect(
      await suspended.refusal('completeProfile', { usertype: 'client', kind: 'person', businessname: '', piva: '' }),
    ).toBe('NOT_ALLOWED')
    expect(await stateOf(readOnlyUser.email)).toEqual(['suspended'])
  })

  it('searches, filters and pages all accounts for the office only', async () => {
    const [firstUser, otherUser] = [
      await server.create.user({ usertype: 'client' }),
      await server.create.user({ usertype: 'installer' }),
    ]
    await server.create.user({ usertype: 'installer' })
    await decide(otherUser.userId, 'suspended', 'Unpaid')
    const officeClient = server.as(office)
    const all = await officeClient.call('getAllUsers', { pageSize: 100 })
    expect(all.total).toBe(Object.values(all.states).reduce((total, n) => total + n, 0))
    expect(all.users).toHaveLength(all.total)
    const createdTimes = all.users.map(({ created_at }) => created_at)
    expect(createdTimes).toEqual(createdTimes.toSorted().reverse())

    const suspended = await officeClient.call('getAllUsers', { validation: 'suspended', usertype: 'installer' })
    expect(suspended.users.map(({ userid }) => userid)).toContain(otherUser.userId)
    expect(new Set(suspended.users.map(({ validation }) => validation))).toEqual(new Set(['suspended']))
    expect(suspended.states.verified).toBeGreaterThan(0)
    expect(suspended.total).toBe(suspended.states.suspended)

    const page = (n: number) => officeClient.call('getAllUsers', { page: n, pageSize: 1 })
    const userPages = await Promise.all(all.users.map(async (_, at) => (await page(at + 1)).users))
    expect(userPages.flat()).toEqual(all.users)
    expect((await officeClient.call('getAllUsers', { search: firstUser.email.toUpperCase() })).total).toBe(1)
    expect((await officeClient.call('getAllUsers', { search: '%' })).total).toBe(0)
    for (const person of [firstUser, otherUser, await server.create.user({ usertype: 'admin', scope: 'ba' })])
      expect(await server.as(person).refusal('getAllUsers', {})).toBe('NOT_ALLOWED')
  })
})

describe('an installer who is a person', () => {
  const person = { usertype: 'installer', kind: 'person', businessname: '', piva: '' } as const
  const verify = (userId: string, identity?: { method: 'inPerson' | 'videoCall'; checkedOn: string }) =>
    server.as(office).refusal('updateUserValidation', { userId, validation: 'verified', ...(identity && { identity }) })

  it('declares that the name is that of an identity document', async () => {
    const { newcomerClient } = await createNewcomer()
    expect(await newcomerClient.refusal('completeProfile', person)).toBe('INVALID_INPUT')
    expect(await newcomerClient.refusal('completeProfile', { ...person, nameDeclared: false })).toBe('INVALID_INPUT')
    await newcomerClient.call('completeProfile', { ...person, nameDeclared: true })
    const { profile } = await newcomerClient.call('getOwnData', {})
    expect(profile).toMatchObject({ name_declared_at: server.clock.now().toISOString(), identity: null })
  })

  it('is verified only after the office has recorded how and when the name was checked', async () => {
    const { user, newcomerClient } = await createNewcomer()
    await newcomerClient.call('completeProfile', { ...person, nameDeclared: true })
    const { userId } = user
    const read = async () => (await server.as(office).call('getUser', { userId })).user
    const today = server.clock.now().toISOString().slice(0, 10)
    expect(await verify(userId)).toBe('IDENTITY_NOT_CHECKED')
    expect(await verify(userId, { method: 'inPerson', checkedOn: '2999-01-01' })).toBe('IDENTITY_NOT_CHECKED')
    expect(await read()).toMatchObject({ validation: 'pending', identity: null })
    const identity = { method: 'videoCall', checkedOn: today } as const
    expect(await verify(userId, identity)).toBeNull()
    expect(await read()).toMatchObject({ validation: 'verified', identity })
    expect((await newcomerClient.call('getOwnData', {})).profile.identity).toEqual(identity)
    const client = server.as(office)
    await client.call('updateUserValidation', { userId, validation: 'suspended', reason: 'Unpaid' })
    expect(
      await client.refusal('updateUserValidation', { userId, validation: 'verified', was: 'suspended' }),
    ).toBeNull()
  })

  it('with a company has a VAT number instead', async () => {
    const { user, newcomerClient } = await createNewcomer()
    await newcomerClient.call('completeProfile', { ...person, kind: 'company', businessname: 'Luce', piva })
    expect(await verify(user.userId)).toBeNull()
  })
})

it('only the office sees a whole account', async () => {
  const { user, newcomerClient } = await createNewcomer()
  const profile = { name: 'Ada', surname: 'Rossi', phone: '1', kind: 'company' as const, piva, businessname: 'Luce' }
  await newcomerClient.call('saveProfile', { ...profile, address, version: 1 })
  const userDetails = (await server.as(office).call('getUser', { userId: user.userId })).user
  expect(userDetails).toMatchObject({ userid: user.userId, ...profile, ...address })
  const nonMember = server.as(await server.create.user({ usertype: 'installer' }))
  await expect(nonMember.call('getUser', { userId: user.userId })).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  const unknownUser = { userId: randomUUID() }
  await expect(server.as(office).call('getUser', unknownUser)).rejects.toMatchObject({ code: 'UserNotFoundException' })
})
